// The demo is run once, as a person runs it, and several facts are read from what it printed.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readCorpus } from '../../../src/cli/catalog/demo/corpus.ts'
import { excerptOf, jsonLines, withoutSecrets } from '../../../src/cli/catalog/demo/excerpt.ts'
import { program } from '../../support/program.ts'
import { runCommand } from '../../support/run-command.ts'
import { shared } from '../../support/shared.ts'

const outputMaxBytes = 8 * 1024 * 1024

type Run = { exitCode: number; out: string; err: string }

function runDemo(args: readonly string[], environment: Record<string, string> = {}): Promise<Run> {
  const { command, args: before, env } = program([])
  const options = { env: { ...process.env, ...env, ...environment }, maxBuffer: outputMaxBytes }
  return new Promise((settle) => {
    execFile(command, [...before, 'demo', ...args], options, (error, out, err) => {
      settle({ exitCode: error ? Number(error.code ?? 1) : 0, out, err })
    })
  })
}

type Step = { act: string; request: string; as: string; status: number; shown: unknown }
type Told = { ok: boolean; balances: unknown; buyer_key: string; steps: Step[] }
type Result = Run & { data: Told & { settings_left_out: string[] } }

/**
 * On a busy machine the first search starts the threads that search for longer than usual: one is
 * enough here, and nothing is to be read off a picture. The others are settings that the demo has a
 * value of its own for.
 */
const lean = ['--search-timeout-ms', '60000', '--search-workers', '1', '--ocr=false']
const given = [...lean, '--port', '0', '--log-level=error', '--signup=open']

/** With any of these the demo's server would not start, or have its files elsewhere. */
const inTheShell = { KONTOR_BLOBS: 's3://no-such-bucket/', KONTOR_S3_ACCESS_KEY: 'not-to-be-shown' }

let performed: Promise<Result> | undefined
function performance(): Promise<Result> {
  performed ??= runDemo(['--json', ...given], inTheShell).then((run) => ({
    ...run,
    data: JSON.parse(run.out),
  }))
  return performed
}

test('the demo does the whole job and exits 0', async () => {
  const { exitCode, data, err } = await performance()
  assert.equal({ exitCode, err, ok: data.ok }, { exitCode: 0, err: '', ok: true })
})

test('settings in the environment do not reach its server, and it names them', async () => {
  const { out, data } = await performance()
  assert.equal(data.settings_left_out, ['KONTOR_BLOBS', 'KONTOR_S3_ACCESS_KEY'])
  assert.not.match(out, /no-such-bucket|not-to-be-shown/)
})

test('the demo asks every query of the manifest', async () => {
  const { data } = await performance()
  const searches = data.steps.filter(({ request }) => request.startsWith('GET /search?'))
  const { queries, paraphrases } = readCorpus()
  // Each paraphrase in three modes; the private paper, by its owner and by the buyer; the film.
  assert.is(searches.length, queries.length + 3 * paraphrases.length + 2 + 1)
})

test('links answer 200, 410, 402 and 200; the one to a moment of a film 200', async () => {
  const { data } = await performance()
  const fetches = data.steps.filter(({ request }) => request.startsWith('GET /dl/'))
  assert.equal(
    fetches.map(({ status }) => status),
    [200, 410, 402, 200, 200],
  )
})

test('the private document is 404 for the buyer, as an asset and for a link', async () => {
  const { data } = await performance()
  const refused = data.steps.filter(({ status }) => status === 404)
  assert.equal(
    refused.map(({ as, request }) => `${as}: ${request.replace(/obj_\w+/, '{id}')}`),
    ["buyer's key: GET /asset/{id}", "buyer's key: POST /download"],
  )
})

test('passages, sales of 25 and 60 credits and a moment for 22 leave these balances', async () => {
  const { data } = await performance()
  assert.equal(data.balances, { buyer: 72, provider: 90, platform: 60 })
})

test('the steps hold no session token, no whole key and no password', async () => {
  const { data } = await performance()
  const steps = JSON.stringify(data.steps)
  assert.is(steps.includes(data.buyer_key), false)
  assert.not.match(steps, /sess_[\w-]{10}|"password":"[^…]/)
})

test('a folder with something in it is refused', async () => {
  const { code, err } = await runCommand({ args: ['demo', '--data-dir', import.meta.dirname] })
  const message = `kontor: --data-dir ${import.meta.dirname} must be a new or empty folder.`
  assert.equal([code, err], [2, [message]])
})

/** A server that does not start, and what it leaves. */
const refused = shared(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-demo-test-'))
  const run = await runDemo(['--ocr=perhaps'], { TMPDIR: folder })
  const left = readdirSync(folder)
  rmSync(folder, { recursive: true })
  return { ...run, left, [Symbol.asyncDispose]: async () => {} }
})

refused.fact('a setting that cannot be used fails the demo with the reason', (run) => {
  assert.is(run.exitCode, 1)
  assert.match(run.err, /KONTOR_OCR/)
})

refused.fact('what is turned off reaches the server as it was said; no folder is left', (run) => {
  assert.equal([run.left, /KONTOR_OCR.*perhaps/.test(run.err)], [[], true])
})

test('an excerpt keeps the marked term and shows where it was cut', () => {
  const excerpt = excerptOf(`${'left '.repeat(80)}**mark** ${'right '.repeat(80)}`)
  assert.match(excerpt, /^… left .*\*\*mark\*\* right .* …$/)
})

test('a short passage is shown whole', () => {
  assert.is(excerptOf('one  **two**\nthree'), 'one **two** three')
})

test('JSON that fits stays on one line', () => {
  assert.equal(jsonLines({ a: [1, 2], b: { c: null } }), ['{ "a": [1, 2], "b": { "c": null } }'])
})

test('tokens, keys, links and passwords are shown by their beginning', () => {
  const text = 'sess_abcdefghijklmnop kontor_12345678_abcdefgh /dl/abcdefghijklmnop "password": "x"'
  assert.is(withoutSecrets(text), 'sess_abcdef… kontor_123456… /dl/abcdef… "password": "…"')
})

test.run()
