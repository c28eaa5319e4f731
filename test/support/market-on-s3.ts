import { openS3Requests } from '../../src/adapters/blobs/s3/s3-requests.ts'
import type { S3Place } from '../../src/base/s3-place.ts'
import { faultyProxy } from './faulty-proxy.ts'
import { openMarket } from './market.ts'
import { openTestApp, type TestAppOptions } from './open-test-app.ts'

export function settingsFor({ bucket, prefix, endpoint, accessKey, secretKey }: S3Place) {
  const blobs = `s3://${bucket}/${prefix}?endpoint=${endpoint}&path_style=true`
  return { blobs, s3AccessKey: accessKey, s3SecretKey: secretKey }
}

/** A market whose files lie at this place, with a proxy on the way that can be told to fail. */
export async function openMarketOnS3(place: S3Place, options: TestAppOptions = {}) {
  const proxy = await faultyProxy(place.endpoint)
  const config = { ...settingsFor({ ...place, endpoint: proxy.url }), welcomeCredits: 1_000 }
  const app = await openTestApp({ ...options, config: { ...config, ...options.config } })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const s3 = openS3Requests(place)
  return Object.assign(app, {
    market,
    proxy,
    s3,
    place,
    settings: settingsFor(place),
    keyOf: (objectId: string) =>
      app.store.raw
        .prepare('SELECT blob_key FROM object WHERE object_id = ?')
        .pluck()
        .get(objectId) as string,
    credits: () => app.rooms.ledger.creditsOf(app.store.db, market.buyer.tenantId as never),
    async [Symbol.asyncDispose]() {
      proxy.fault = () => undefined
      await app.close()
      await proxy[Symbol.asyncDispose]()
    },
  })
}
