// The steps of the Dockerfile are carried out, and what they make is started as its user, where
// nothing but the volume can be written. KONTOR_TEST_FILE says which file.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { execForm, textsOf } from '../../scripts/releasing/image/dockerfile.ts'
import { imageIn } from '../support/dockerfile.ts'
import { testPackagedFile } from '../support/program.ts'
import '../support/sbin.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const file = testPackagedFile()
const [entry = [], command = [], health = []] = ['ENTRYPOINT', 'CMD', 'HEALTHCHECK'].map((name) =>
  execForm(textsOf(name)[0] ?? ''),
)

test('the image is made, serves, is healthy, and stops', async () => {
  using folder = temporaryFolder()
  const image = imageIn(folder.path, { context: dirname(file) })
  if (!image) return void console.log('\nno right to make a root of its own: nothing was tried')
  assert.equal(image.copied, [basename(file)])
  const { volume, user } = image
  // Any port: the check of health finds the server by its folder.
  const environment = { KONTOR_PORT: '0', KONTOR_LOG_LEVEL: 'error' }
  const server = image.start([...entry, ...command], environment)
  const ended = once(server, 'exit')
  await using _running = {
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      await ended
    },
  }
  const port = await portOf(server)
  assert.is((await fetch(`http://127.0.0.1:${port}/health`)).status, 200)
  const checked = await endOf(image.start(health, environment))
  assert.is(checked.code, 0, checked.told)
  const { uid, mode } = statSync(join(volume, 'kontor.db'))
  assert.equal([uid, mode & 0o777], [user.uid, 0o600])
  assert.ok(user.uid > 0)
  server.kill('SIGTERM')
  assert.equal(await ended, [0, null])
  assert.ok(readdirSync(volume).includes('secret.key'))
  assert.is((await endOf(image.start(health, environment))).code, 2)
})

/** Throws what it said when it ends instead of listening. */
async function portOf(server: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((done, fail) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk
        const port = /listens on http:\/\/0\.0\.0\.0:(\d+)/.exec(said)?.[1]
        if (port !== undefined) done(port)
      })
    }
    server.once('close', () => fail(new Error(said)))
  })
}

async function endOf(child: ChildProcess): Promise<{ code: number; told: string }> {
  const streams = [child.stdout, child.stderr] as NonNullable<typeof child.stdout>[]
  const [told, [code]] = await Promise.all([
    Promise.all(streams.map((stream) => text(stream))),
    once(child, 'close'),
  ])
  return { code: code as number, told: told.join('') }
}

test.run()
