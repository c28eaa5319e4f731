// An operator's models in the running product: what is said in a recording and seen in a picture is
// found by a search.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { writeCaptionModel } from '../support/caption-model.ts'
import { type File, indexed, openMarket, publish } from '../support/market.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { shared } from '../support/shared.ts'
import { writeSpeechModel } from '../support/speech-model.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const sound = (filename: string, contentType: string): File => ({
  filename,
  contentType,
  bytes: readFileSync(new URL(`../fixtures/sound/${filename}`, import.meta.url)),
})

async function openListener() {
  const folder = temporaryFolder()
  const config = {
    allowUnconfinedModels: true,
    asrModel: writeSpeechModel(join(folder.path, 'whisper')),
    captionModel: writeCaptionModel(join(folder.path, 'captions')),
  }
  const app = await openTestApp({ config })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const search = async (q: string) => {
    const { body } = await app.call('GET', `/search?q=${encodeURIComponent(q)}`, {
      as: market.key,
    })
    return body.results as Record<string, unknown>[]
  }
  return {
    ...app,
    market,
    search,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

const { fact } = shared(openListener)

fact('what is said in a recording is found with its time, and no warning is left', async (app) => {
  const upload = await publish(app.market, sound('high.opus', 'audio/ogg'))
  const { body } = await app.call('GET', `/asset/${upload.objectId}`, { as: app.market.key })
  const said = body.passages.find(({ kind }: { kind: string }) => kind === 'transcript')
  assert.equal([said.text, said.time_start_ms, said.time_end_ms], ['Ein hoher Ton.', 0, 1000])
  const record = await indexed(app.market, upload)
  assert.equal(record.body.data.warnings, [])
  const hits = await app.search('hoher ton')
  assert.ok(
    hits.some((hit) => hit.asset_id === upload.objectId),
    JSON.stringify(hits),
  )
})

fact('a picture is found by what is seen in it', async (app) => {
  const background = { r: 10, g: 20, b: 160 }
  const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .png()
    .toBuffer()
  const file = { filename: 'IMG_0001.png', contentType: 'image/png', bytes }
  const { objectId } = await publish(app.market, file)
  const { body } = await app.call('GET', `/asset/${objectId}`, { as: app.market.key })
  const seen = body.passages.find(({ kind }: { kind: string }) => kind === 'caption')
  assert.is(seen?.text, 'a blue picture')
})

test.run()
