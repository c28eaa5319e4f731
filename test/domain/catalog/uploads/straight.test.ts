// Parts that went past this server lie in the bucket until somebody takes them away.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { someText } from '../../../support/open-test-catalog.ts'
import { openTestProvider } from '../../../support/open-test-provider.ts'
import { smallS3 } from '../../../support/small-s3.ts'

const fileOf = (text: string) => ({
  filename: 'a.txt',
  content_type: 'text/plain',
  size_bytes: Buffer.byteLength(text),
})

test('parts beside a confirmed file go with the next sweep, an open one keeps its', async () => {
  await using s3 = await smallS3()
  const config = { ...s3.settings, blobsStraight: true }
  // A URL to the bucket is made after the answer was stored.
  const overrides = { checkReplies: false }
  await using provider = await openTestProvider({ config, overrides })
  const dataset = await provider.dataset()
  const as = await provider.key(provider.owner, {
    scopes: ['datasets:read', 'datasets:write', 'objects:write'],
  })
  const uploaded = async () => {
    const path = `/v1/datasets/${dataset}/objects/upload`
    const begun = await provider.call('POST', path, { as, body: fileOf(someText) })
    assert.is(begun.status, 201, JSON.stringify(begun.body))
    const { data } = begun.body
    const send = async () => {
      assert.is((await fetch(data.upload_url, { method: 'PUT', body: someText })).status, 200)
    }
    await send()
    const confirm = async () => {
      const path = `/v1/objects/${data.object_id}/confirm`
      assert.is((await provider.call('POST', path, { as })).status, 200)
    }
    return { id: data.object_id as string, send, confirm }
  }
  const parts = () => [...s3.objects.keys()].filter((name) => name.startsWith('parts/'))
  const [failed, late, open] = [await uploaded(), await uploaded(), await uploaded()]
  s3.fault = ({ method, name }) =>
    method === 'DELETE' && name.startsWith('parts/') ? 403 : undefined
  await failed.confirm()
  s3.fault = () => undefined
  await late.confirm()
  // Its URL is good for as long as it was to be.
  await late.send()
  assert.is(parts().length, 3)

  const { catalog } = provider.rooms
  assert.is(await catalog.sweepBlobs(new AbortController().signal), 0)
  assert.equal(
    parts().map((name) => name.split(/[/-]/)[1]),
    [open.id],
  )
  await open.confirm()
  const files = [...s3.objects.keys()].filter((name) => name.startsWith('blobs/'))
  assert.is(files.length, 3)
})

test.run()
