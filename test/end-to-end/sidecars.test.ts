// Subtitles beside a recording: by name or attached, before it or after it, and gone again.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { copyObject } from '../support/copy-rows.ts'
import {
  approve,
  type File,
  indexed,
  type Market,
  mint,
  openMarket,
  publish,
  stage,
} from '../support/market.ts'
import { openTestApp, type TestApp } from '../support/open-test-app.ts'
import { shared } from '../support/shared.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/media/${name}`, import.meta.url))
const tone: File = { filename: 'Tone.mp3', contentType: 'audio/mpeg', bytes: fixture('tone.mp3') }
const talk: File = { filename: 'talk.mp4', contentType: 'video/mp4', bytes: fixture('talk.mp4') }

const srt = (words: string) => `1\n00:00:01,000 --> 00:00:02,500\n${words}\n`
const subtitles = (filename: string, words: string): File => ({
  filename,
  contentType: 'application/x-subrip',
  bytes: Buffer.from(srt(words)),
})

const { fact } = shared(async () => {
  const app = await openTestApp()
  return Object.assign(app, {
    market: await openMarket(app.call, (await app.ensureSetupCode()) ?? null),
  })
})

type House = TestApp & { market: Market }

/** A dataset of its own: names of files meet within one alone. */
async function openStudio(app: House) {
  const as = app.market.provider.token
  const body = { name: 'Studio', visibility: 'listed' }
  const made = await app.call('POST', '/v1/datasets', { as, body })
  const market = { ...app.market, datasetId: made.body.data.dataset_id }
  const spoken = async (objectId: string) => {
    await app.settleJobs()
    const { body } = await app.call('GET', `/asset/${objectId}`, { as: market.key })
    const said = body.passages.filter(({ kind }: { kind: string }) => kind === 'transcript')
    return said.map((passage: Record<string, unknown>) => {
      return [passage.text, passage.time_start_ms, passage.time_end_ms]
    })
  }
  const attach = (objectId: string, body: object) =>
    app.call('POST', `/v1/objects/${objectId}/sidecars`, { as, body })
  return { call: app.call, market, as, spoken, attach }
}

fact('subtitles of the same base name that come later are what is said', async (house) => {
  const app = await openStudio(house)
  const { objectId } = await publish(app.market, tone)
  assert.equal(await app.spoken(objectId), [])
  await publish(app.market, subtitles('tone.srt', 'Barrels of herring.'))
  assert.equal(await app.spoken(objectId), [['Barrels of herring.', 1000, 2500]])
  const record = await indexed(app.market, { objectId, url: '' })
  assert.equal(record.body.data.warnings, [])
})

fact('subtitles meet their recording, however many of its name were deleted', async (house) => {
  const app = await openStudio(house)
  const { objectId } = await publish(app.market, tone)
  const deleted = { status: 'deleted', index_state: 'none', deleted_at: house.clock.nowMs() }
  copyObject(house.store, objectId, 600, { ...deleted, filename: 'tone.srt' })
  await publish(app.market, subtitles('tone.srt', 'Barrels of herring.'))
  assert.equal(await app.spoken(objectId), [['Barrels of herring.', 1000, 2500]])
})

fact('subtitles that were there before do the same, in each language', async (house) => {
  const app = await openStudio(house)
  await publish(app.market, subtitles('tone.en.srt', 'Barrels of herring.'))
  const vtt = 'WEBVTT\n\n00:03.000 --> 00:04.000\nHeringe in Tonnen.\n'
  await publish(app.market, {
    filename: 'TONE.de.vtt',
    contentType: 'text/vtt',
    bytes: Buffer.from(vtt),
  })
  await publish(app.market, subtitles('tones.srt', 'Of another recording.'))
  const { objectId } = await publish(app.market, tone)
  const said = await app.spoken(objectId)
  assert.equal(
    said.map(([text]: [string]) => text),
    ['Barrels of herring.', 'Heringe in Tonnen.'],
  )
})

fact('a file of subtitles takes the place of the track in the recording', async (house) => {
  const app = await openStudio(house)
  const { objectId } = await publish(app.market, talk)
  assert.is((await app.spoken(objectId)).length, 2)
  await publish(app.market, subtitles('talk.srt', 'Corrected by hand.'))
  assert.equal(await app.spoken(objectId), [['Corrected by hand.', 1000, 2500]])
})

fact('nothing is said that no reviewer has let in', async (house) => {
  const app = await openStudio(house)
  const { objectId } = await publish(app.market, tone)
  const upload = await stage(app.market, subtitles('tone.srt', 'Unseen words.'))
  assert.equal(await app.spoken(objectId), [])
  await approve(app.market, upload)
  assert.is((await app.spoken(objectId)).length, 1)
})

fact(
  'without the file the recording is read anew, and so it is with a newer one',
  async (house) => {
    const app = await openStudio(house)
    const { objectId } = await publish(app.market, talk)
    const first = await publish(app.market, subtitles('talk.srt', 'First version.'))
    const second = await publish(app.market, subtitles('talk.srt', 'Second version.'))
    assert.equal(await app.spoken(objectId), [['Second version.', 1000, 2500]])
    await app.call('DELETE', `/v1/objects/${second.objectId}`, { as: app.as })
    assert.equal(await app.spoken(objectId), [['First version.', 1000, 2500]])
    await app.call('DELETE', `/v1/objects/${first.objectId}`, { as: app.as })
    assert.is((await app.spoken(objectId)).length, 2)
  },
)

fact('a recording stays on offer while subtitles come and go', async (house) => {
  const app = await openStudio(house)
  const film = await publish(app.market, talk)
  const { body: link } = await mint(app.market, film)
  const onOffer = async () => {
    const asset = await app.call('GET', `/asset/${film.objectId}`, { as: app.market.key })
    return [asset.status, (await app.call('HEAD', link.url)).status]
  }
  const srt = await stage(app.market, subtitles('talk.srt', 'Corrected by hand.'))
  await approve(app.market, srt)
  assert.equal(await onOffer(), [200, 200])
  assert.equal(await app.spoken(film.objectId), [['Corrected by hand.', 1000, 2500]])
  await app.call('DELETE', `/v1/objects/${srt.objectId}`, { as: app.as })
  assert.equal(await onOffer(), [200, 200])
  assert.is((await app.spoken(film.objectId)).length, 2)
})

fact('one that cannot be read this time goes on as it is', async (house) => {
  const app = await openStudio(house)
  const { objectId } = await publish(app.market, talk)
  const { blob_key: key } = house.store.raw
    .prepare('SELECT blob_key FROM object WHERE object_id = ?')
    .get(objectId) as { blob_key: string }
  const all = readdirSync(house.dir, { recursive: true, encoding: 'utf8' })
  const path = join(house.dir, all.find((name) => name.endsWith(key)) ?? '')
  writeFileSync(path, Buffer.alloc(5_000))
  await publish(app.market, subtitles('talk.srt', 'Corrected by hand.'))
  assert.is((await app.spoken(objectId)).length, 2)
})

fact('words that are taken down are out of sight at once', async (house) => {
  const app = await openStudio(house)
  const { objectId } = await publish(app.market, tone)
  const srt = await publish(app.market, subtitles('tone.srt', 'A libellous barrel.'))
  assert.is((await app.spoken(objectId)).length, 1)
  const found = async () => {
    const { body } = await app.call('GET', '/search?q=libellous', { as: app.market.key })
    return body.total
  }
  assert.is(await found(), 2)
  const { operator, provider } = app.market
  const path = `/v1/admin/objects/${provider.tenantId}/${srt.objectId}`
  const down = { as: operator.token, body: { reason: 'A complaint.' } }
  await app.call('POST', `${path}/takedown`, down)
  assert.is(await found(), 0)
  assert.equal(await app.spoken(objectId), [])
  await app.call('POST', `${path}/restore`, { as: operator.token, body: {} })
  assert.is((await app.spoken(objectId)).length, 1)
})

fact('subtitles can be attached under any name, and are listed', async (house) => {
  const app = await openStudio(house)
  const { objectId } = await publish(app.market, tone)
  const body = { filename: 'take two.srt', content: srt('Said in take two.') }
  const attached = await app.attach(objectId, body)
  assert.is(attached.status, 201, JSON.stringify(attached.body))
  assert.is(attached.body.data.status, 'staged')
  const path = `/v1/objects/${objectId}/sidecars`
  const { body: list } = await app.call('GET', path, { as: app.as })
  const [{ object_id, filename }] = list.data.sidecars
  assert.equal([object_id, filename], [attached.body.data.object_id, 'take two.srt'])
  await approve(app.market, { objectId: object_id, url: '' })
  assert.equal(await app.spoken(objectId), [['Said in take two.', 1000, 2500]])
  await app.call('DELETE', `/v1/objects/${object_id}`, { as: app.as })
  assert.equal(await app.spoken(objectId), [])
})

fact('what are no subtitles cannot be attached, nor to what is no recording', async (house) => {
  const app = await openStudio(house)
  const { objectId } = await publish(app.market, { bytes: Buffer.from('Salt.') })
  const content = srt('Words.')
  const toText = await app.attach(objectId, { filename: 'a.srt', content })
  assert.equal([toText.status, toText.body.error.details.reason], [409, 'not_a_recording'])
  const { objectId: sound } = await publish(app.market, tone)
  for (const [body, field] of [
    [{ filename: 'a.txt', content }, 'filename'],
    [{ filename: 'a.srt', content: 'Only words.' }, 'content'],
    [{ filename: '../a.srt', content }, 'filename'],
  ] as const) {
    const refused = await app.attach(sound, body)
    assert.equal([refused.status, refused.body.error.details.field], [400, field])
  }
  const long = await app.attach(sound, { filename: 'a.srt', content: content.repeat(40_000) })
  assert.is(long.status, 413)
})

fact('times that overlap or run backwards are put in order', async (house) => {
  const app = await openStudio(house)
  const cue = (from: string, to: string, words: string) => `${from} --> ${to}\n${words}\n\n`
  const content = [
    'WEBVTT\n\n',
    cue('00:20.000', '00:21.000', 'Late.'),
    cue('00:09.000', '00:08.000', 'Backwards.'),
    cue('00:01.000', '00:03.000', 'Early.'),
    cue('00:02.000', '00:04.000', 'Overlaps.'),
  ].join('')
  const { objectId } = await publish(app.market, tone)
  const { body } = await app.attach(objectId, { filename: 'odd.vtt', content })
  await approve(app.market, { objectId: body.data.object_id, url: '' })
  assert.equal(await app.spoken(objectId), [
    ['Early.\nOverlaps.', 1000, 4000],
    ['Backwards.', 9000, 9000],
    ['Late.', 20_000, 21_000],
  ])
})

test.run()
