// What the manual shows of looking after a data folder is run, line by line, on one that a release
// has left, and must print what it shows.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commandsIn, examplesOf, pagesOfOperations, steady } from '../support/readme.ts'
import { unpackRelease } from '../support/releases.ts'
import { runCommand } from '../support/run-command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

type Place = { cwd: string; environment: Record<string, string> }

/** A command in this process, which is quicker than one of its own; the rest in a shell. */
async function printedBy(line: string, { cwd, environment }: Place): Promise<string[]> {
  const [words] = line.startsWith('kontor ') ? commandsIn(line) : []
  if (!words) return [execFileSync('bash', ['-c', line], { cwd, encoding: 'utf8' }).trim()]
  const args = words.map((word) => (word.startsWith('./') ? resolve(cwd, word) : word))
  const { code, out, err } = await runCommand({ args, environment })
  assert.equal([code, err], [0, []], line)
  return out
}

test('the commands for operators print what the manual shows', async () => {
  const examples = pagesOfOperations().flatMap(({ text }) => examplesOf(text))
  assert.ok(examples.length >= 3)
  using folder = temporaryFolder()
  using work = temporaryFolder()
  const environment = { KONTOR_DATA_DIR: folder.path }
  const place = { cwd: work.path, environment }
  unpackRelease('0.1.0', folder.path)
  await runCommand({ args: ['migrate'], environment })
  for (const { commands, shown } of examples) {
    const printed: string[] = []
    for (const line of commands.split('\n')) printed.push(...(await printedBy(line, place)))
    assert.is(steady(printed.join('\n')), steady(shown), commands)
  }
})

test.run()
