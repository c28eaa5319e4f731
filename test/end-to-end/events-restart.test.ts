// Somebody listens while the server is killed and another one takes its place: of what happened
// before, in between and after, each thing is heard once and in order.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openClient } from '../../src/client/index.ts'
import { leanSettings as settings } from '../support/lean-settings.ts'
import { caller, makeKey, signUp } from '../support/open-test-app.ts'
import { runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'

test('a listener loses nothing, and hears nothing twice, when the server is killed', async () => {
  using folder = temporaryFolder()
  const place = { dir: folder.path, settings }
  const first = await runServer(place)
  const { url, port, setupCode } = first
  const call = caller(url)
  const ada = await signUp(call, 'Ada', { setup_code: setupCode })
  const heard: string[] = []
  const giveUp = new AbortController()
  const { signal } = giveUp
  const follow = async (lastEventId: string) => {
    const { followEvents } = openClient({ baseUrl: url, credential: ada.token })
    for await (const { event } of followEvents({ lastEventId, signal })) {
      if (event?.type === 'key.created') heard.push(String(event.data.name))
    }
  }
  const make = async (name: string) => void (await makeKey(call, ada, { name }))
  const hears = (names: string[]) =>
    untilSo(`these are heard: ${names}`, () => heard.length >= names.length)
  const listening = follow('0')
  await make('before')
  await hears(['before'])
  // What is written down as the server dies: nobody is told, or is told of it once more.
  await Promise.all([make('at the end'), make('at the very end')])
  await first.kill()
  await using _second = await runServer({ ...place, port })
  await make('after')
  await hears(['before', 'at the end', 'at the very end', 'after'])
  await make('last')
  await hears(['before', 'at the end', 'at the very end', 'after', 'last'])
  giveUp.abort()
  await listening
  assert.equal([heard[0], ...heard.slice(1, 3).sort()], ['before', 'at the end', 'at the very end'])
  assert.equal(heard.slice(3), ['after', 'last'])
})

test.run()
