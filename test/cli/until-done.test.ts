// A command that asks before it goes on.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Io, Outcome, Values } from '../../src/cli/command.ts'
import { untilDone } from '../../src/cli/until-done.ts'

async function answered(typed: string, terminal: boolean) {
  const said: string[] = []
  const given: Values[] = []
  const act = async (values: Values): Promise<Outcome> => {
    given.push(values)
    if (given.length > 1) return { lines: [], data: null }
    const ask = { question: 'Really?', yes: { really: true } }
    return { lines: [], data: null, more: { values: { really: false }, done: 0, total: 1, ask } }
  }
  const io: Io = {
    out: () => {},
    err: (line) => void said.push(line),
    input: async function* () {
      yield Buffer.from(typed)
    },
    terminal,
    environment: {},
    stopped: new Promise(() => {}),
  }
  const { signal } = new AbortController()
  await untilDone(act, { name: 'test', values: {}, io, signal })
  return [given.at(-1)?.really, said]
}

test('a person at a terminal is asked, and only a yes is one', async () => {
  assert.equal(await answered('y\n', true), [true, ['Really?']])
  assert.equal(await answered('YES\n', true), [true, ['Really?']])
  assert.equal(await answered('\n', true), [false, ['Really?']])
  assert.equal(await answered('n\n', true), [false, ['Really?']])
})

test('nobody else is asked, and the answer is no', async () => {
  assert.equal(await answered('y\n', false), [false, []])
})

test.run()
