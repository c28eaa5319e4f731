// What the single file brings with it, piece by piece: KONTOR_TEST_FILE says which file.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commands } from '../../src/cli/commands.ts'
import { writeCaptionModel } from '../support/caption-model.ts'
import { openMarketOn, publish } from '../support/market.ts'
import { smallTable, writeModelFolder } from '../support/onnx-model.ts'
import { caller } from '../support/open-test-app.ts'
import { pictureOf } from '../support/picture.ts'
import { cacheFolder, testPackagedFile } from '../support/program.ts'
import { kontor, runServer } from '../support/run-server.ts'
import { shared } from '../support/shared.ts'
import { writeSpeechModel } from '../support/speech-model.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const file = testPackagedFile()
const run = promisify(execFile)
const manifest = JSON.parse(readFileSync(`${file}.manifest.json`, 'utf8'))

test('compressed sound is decoded and understood, each form by its decoder', async () => {
  using folder = temporaryFolder()
  const model = writeSpeechModel(join(folder.path, 'whisper'))
  const spoken = { low: 'A low tone.', high: 'Ein hoher Ton.' }
  for (const name of ['low.mp3', 'low.flac', 'high.ogg', 'high.opus', 'high.webm']) {
    const sound = resolve(import.meta.dirname, '../fixtures/sound', name)
    const { code, output } = await kontor(['model', 'check', model, '--try', sound])
    assert.is(code, 0, output)
    assert.match(output, spoken[name.startsWith('low') ? 'low' : 'high'], name)
  }
})

test('every command explains itself', async () => {
  const { output: help } = await kontor(['--help'])
  assert.match(help, '\nThe data folder:\n')
  const { code, output: manual } = await kontor(['man'])
  assert.is(code, 0)
  for (const { name } of commands) assert.match(manual, `.SS ${name.replaceAll('-', '\\-')}\n`)
})

/** For who asks nothing of its folder. */
const { fact: served } = shared(async () => {
  const folder = temporaryFolder()
  const server = await runServer({ dir: folder.path })
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
})

served('text in pictures is read, in the child process, and found', async (server) => {
  const market = await openMarketOn(server)
  const sentence = 'The harbour master counts forty barrels of wax from Novgorod.'
  const bytes = await pictureOf(sentence)
  await publish(market, { filename: 'harbour.png', contentType: 'image/png', bytes })
  const { body } = await market.call('GET', '/search?q=novgorod', { as: market.key })
  assert.is(body.results.length, 1)
})

served('the pages of the reference, of the manual and of MCP are there', async (server) => {
  const call = caller(server.url)
  for (const path of [
    '/docs',
    '/docs/assets/swagger-ui-bundle.js',
    '/docs/manual',
    '/docs/manual/settings',
    '/docs/assets/manual.js',
    '/docs/assets/manual.css',
    '/docs/assets/manual-index.json',
    '/openapi/a.json',
    '/mcp/tools.json',
  ]) {
    const { status } = await call('GET', path)
    assert.is(status, 200, path)
  }
  const page = await call('GET', '/console/', { headers: { accept: 'text/html' } })
  const [, script = 'none'] = /src="([^"]+)"/.exec(page.body) ?? []
  assert.equal([page.status, (await call('GET', script)).status], [200, 200], 'the console')
})

test('a model of the operator’s is run', async () => {
  using folder = temporaryFolder()
  const model = join(folder.path, 'model')
  writeModelFolder(model, smallTable())
  const { code, output } = await kontor(['model', 'check', model, '--json'])
  assert.is(code, 0, output)
  assert.is(JSON.parse(output).dimensions, 16)
})

test('pictures are opened by WebAssembly: there is no compiled code for them', () => {
  const names: string[] = manifest.files.map(({ path }: { path: string }) => path)
  assert.equal(
    names.filter((name) => /(sharp|vips).*\.(node|so[\d.]*)$/.test(name)),
    [],
  )
  assert.ok(names.some((name) => /^sharp-wasm32-.*\.wasm$/.test(name)))
})

test('a picture is drawn in the child, and a model is shown one', async () => {
  using folder = temporaryFolder()
  const { output } = await kontor(['doctor', '--data-dir', folder.path, '--json'])
  assert.not.match(output, 'pictures:')
  const model = writeCaptionModel(join(folder.path, 'captions'))
  const { code, output: said } = await kontor(['model', 'check', model])
  assert.is(code, 0, said)
})

test('the child process may read nothing but the program', async () => {
  const folder = join(cacheFolder, manifest.id)
  const child = spawn(file, ['run-unpacked', join(folder, 'kontor.cjs'), 'config'], {
    env: { NODE_OPTIONS: `--permission --allow-fs-read=${folder}`, HOME: '/nonexistent' },
  })
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const [code] = await once(child, 'close')
  assert.not.equal(code, 0)
  assert.match(err, /ERR_ACCESS_DENIED|Access to this API has been restricted/)
})

const { fact } = shared(async () => {
  const folder = temporaryFolder()
  return { path: folder.path, [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() }
})

fact('several first starts at once unpack one copy', async (folder) => {
  const env = { KONTOR_CACHE_DIR: folder.path }
  const starts = await Promise.all([1, 2].map(() => run(file, ['--version'], { env })))
  assert.equal(new Set(starts.map(({ stdout }) => stdout)).size, 1)
  assert.equal(readdirSync(folder.path), [manifest.id])
})

fact('a damaged copy is made anew', async (folder) => {
  const env = { KONTOR_CACHE_DIR: folder.path }
  const program = join(folder.path, manifest.id, 'kontor.cjs')
  const { size } = statSync(program)
  truncateSync(program, 1000)
  await run(file, ['--version'], { env })
  assert.is(statSync(program).size, size)
})

test('a cache folder with noexec is refused with the way out', async () => {
  using folder = temporaryFolder()
  const userspace = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const script = `mount -t tmpfs -o noexec,mode=700 tmpfs "$1" || exit 77; exec "$2" --version`
  const args = [...userspace, '--mount', 'sh', '-c', script, 'sh', folder.path, file]
  const env = { PATH: process.env.PATH, KONTOR_CACHE_DIR: folder.path }
  const { status, stderr } = spawnSync('unshare', args, { env, encoding: 'utf8' })
  // Without the right to mount there is nothing to see; test/start/unpack.test.ts has the rule.
  if (status === 77 || /unshare: /.test(stderr)) return void console.log('no right to mount')
  assert.is(status, 1)
  assert.match(stderr, `${folder.path}: it is mounted with noexec`)
  assert.match(stderr, 'KONTOR_CACHE_DIR names one')
})

test.run()
