import { cpSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { endWith } from '../end-with.ts'
import { openHouse } from './house.ts'
import { judge, type Verdict } from './judge.ts'
import { findPortman, runPortman, type Sent, type Surface, surfaces } from './portman.ts'
import { inParts, withoutStreams } from './without-streams.ts'

const usage = `Usage: scripts/contract-fuzz [--surface a,b,c] [--portman <folder>] [--keep <folder>]
                             [--json]

Starts a real server on a folder of its own and lets Portman, a contract fuzzer that others wrote,
send what the OpenAPI documents describe: good requests, and requests that break one rule each.
A status that is not documented, a failure of the server, or an answer that is not as its schema
has it is a breach, and makes exit code 1. When it could not run the exit code is 2. Streams of
events, which never end, are left out: it would wait for them for ever.

Portman is not part of this project. Put it anywhere and name the folder:
  npm install --prefix /tmp/portman @apideck/portman@1.33.0 tslib
  scripts/contract-fuzz --portman /tmp/portman
Without it the exit code is 3.`

const options = {
  surface: { type: 'string', default: surfaces.join(',') },
  portman: { type: 'string' },
  keep: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

async function main(): Promise<number> {
  const { values } = parseArgs({ options })
  if (values.help) return say(usage, 0)
  const chosen = values.surface.split(',')
  if (chosen.some((one) => !surfaces.includes(one as Surface))) return say(usage, 2)
  const program = findPortman(values.portman)
  if (program === undefined) return say(`Portman is not there.\n\n${usage}`, 3)
  const verdicts: Record<string, Fuzzed> = {}
  for (const surface of chosen as Surface[]) {
    verdicts[surface] = await fuzz(program, { surface, keep: values.keep })
  }
  const broken = Object.values(verdicts).some(({ breaches }) => breaches.length > 0)
  return say(
    values.json ? JSON.stringify(verdicts, null, 2) : linesOf(verdicts).join('\n'),
    broken ? 1 : 0,
  )
}

const pathsMost = 60

type Asked = { surface: Surface; keep: string | undefined }

/** With the operations that were not asked. */
type Fuzzed = Verdict & { streams: readonly string[] }

async function fuzz(program: string, { surface, keep }: Asked): Promise<Fuzzed> {
  using folder = temporaryFolder()
  const { document, streams } = withoutStreams(await documentOf(surface))
  const sent: Sent[] = []
  for (const [at, part] of inParts(document, pathsMost).entries()) {
    // Some of what is asked ends sessions: each part finds a house as it was at first.
    await using house = await openHouse()
    const names = { surface, name: `${surface}-${at + 1}` }
    const run = { program, folder: folder.path, ...names, house, document: part }
    sent.push(...(await runPortman(run)).sent)
  }
  if (keep !== undefined) {
    rmSync(keep, { recursive: true, force: true })
    cpSync(folder.path, keep, { recursive: true })
  }
  return { ...judge(document, sent), streams }
}

async function documentOf(surface: Surface): Promise<string> {
  await using house = await openHouse()
  return await house.document(surface)
}

function linesOf(verdicts: Record<string, Fuzzed>): string[] {
  return Object.entries(verdicts).flatMap(([surface, verdict]) => {
    const { requests, broken, operations, missed, breaches, statuses, streams } = verdict
    const succeeded = Object.values(statuses).filter((set) => set.some((one) => one < 300)).length
    const reached = operations - missed.length
    return [
      `Surface ${surface.toUpperCase()}: ${requests} requests, ${broken} of which break a rule, ` +
        `to ${reached} of ${operations} operations, ${succeeded} of which succeeded; ` +
        `${breaches.length} breaches`,
      ...streams.map((id) => `  a stream, left out: ${id}`),
      ...missed.map((id) => `  not reached: ${id}`),
      ...breaches.map((breach) => `  ${breach}`),
    ]
  })
}

function say(text: string, code: number): number {
  console.log(text)
  return code
}

endWith(main, { usage, fault: 2 })
