// A file of each format goes in over HTTP and is found: the kind of its passages, page or times,
// language, and a phrase; or it fails with a reason. They go in together, each test looks at one.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { formatSamples, type Sample, type Wanted } from '../support/format-samples.ts'
import { approve, openMarket, stage } from '../support/market.ts'
import { openTestApp } from '../support/open-test-app.ts'

type Passage = {
  kind: string
  text: string
  lang: string
  page: number | null
  time_start_ms: number | null
  time_end_ms: number | null
}

type End = {
  sample: Sample
  status: string
  error: string | null
  modality: string
  duration: number | null
  passages: Passage[]
}

for (const end of await readAll()) {
  test(`${end.sample.name} ends as it should`, () => check(end))
}

async function readAll(): Promise<End[]> {
  await using app = await openTestApp()
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const ends: End[] = []
  const key = await app.key(market.provider)
  for (const sample of await formatSamples()) {
    const { name, bytes, contentType = 'application/octet-stream' } = sample
    const upload = await stage(market, { filename: name, contentType, bytes })
    await approve(market, upload)
    await app.settleJobs()
    const path = `/v1/objects/${upload.objectId}`
    const { body: record } = await app.call('GET', path, { as: market.provider.token })
    const { index_state: status, error } = record.data
    const asset = await app.call('GET', `/asset/${upload.objectId}`, { as: key })
    const { modality, duration_ms: duration = null, passages = [] } = asset.body
    ends.push({ sample, status, error, modality, duration, passages })
    // Or it would be the sidecar of the next one with the same base name.
    await app.call('DELETE', `/v1/objects/${upload.objectId}`, { as: market.provider.token })
  }
  return ends
}

function check({ sample, status, error, modality, duration, passages }: End): void {
  if (sample.fails) {
    assert.is(status, 'failed')
    assert.match(error ?? '', sample.fails)
    return
  }
  assert.is(status, 'indexed', error ?? '')
  if (sample.modality) assert.is(modality, sample.modality)
  if (sample.durationMs) {
    const [least, most] = sample.durationMs
    assert.ok(duration !== null && duration >= least && duration <= most, `${duration} ms`)
  }
  for (const wanted of sample.wants ?? []) {
    const found = passages.some((passage) => isWanted(passage, wanted))
    assert.ok(found, `${JSON.stringify(wanted)} is not in ${JSON.stringify(passages)}`)
  }
  const places = passages.some(({ text }) => /GPS|latitude/i.test(text))
  assert.not.ok(places, 'where a picture was taken is not told')
}

function isWanted(passage: Passage, wanted: Wanted): boolean {
  const { kind, phrase, page, from, to, lang } = wanted
  return (
    passage.kind === kind &&
    passage.text.includes(phrase) &&
    (page === undefined || passage.page === page) &&
    (from === undefined || passage.time_start_ms === from) &&
    (to === undefined || passage.time_end_ms === to) &&
    (lang === undefined || passage.lang === lang)
  )
}

test.run()
