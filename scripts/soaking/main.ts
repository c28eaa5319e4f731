import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { UsageError } from '../../src/cli/command.ts'
import { endWith } from '../end-with.ts'
import type { SharedSettling } from './settle-worlds.ts'
import { killTable, linksTable, mixTable, progressBar, queriesTable } from './show.ts'

const usage = `Usage: scripts/soak kill [--points 100] [--seed 1] [--json]
       scripts/soak mix [--clients 200] [--seconds 30] [--seed 1] [--json]
       scripts/soak ledger [--operations 1000000] [--seed 1] [--json]
       scripts/soak settle [--points 100] [--worlds 2] [--notes file] [--seed 1] [--json]
       scripts/soak links [--count 100000] [--seed 1] [--json]
       scripts/soak queries [--count 100000] [--seed 1] [--json]
       scripts/soak upload [--mib 200] [--json]
       scripts/soak backup [--rounds 20] [--seed 1] [--json]
       scripts/soak doors [--seconds 30] [--json]
       scripts/soak webhooks [--count 100000] [--json]
       scripts/soak streams [--count 2000] [--json]
       scripts/soak power [--points 400] [--seed 1] [--json]

kill  kills a real server, again and again, at named and at random moments; after each restart
      everything acknowledged must be there, everything else whole or not at all.
mix   lets many clients do everything at once.
ledger  does at random everything that moves money, and compares with plain arithmetic.
settle  kills a server while money is charged, billed, settled and released, month after month, in
      as many worlds at once as there are processors. With --notes it goes on where it was cut off.
links  presents altered URLs, tokens, keys and cursors: none may open anything.
queries  sends random query strings to every address that reads one: none may fail in the server.
upload  kills a server in the middle of a large upload in parts, which must go on where it was.
backup  backs up a server that is written to, restores and compares; and kills it in the middle.
doors  holds thousands of connections that are not used, in five ways, so many seconds each: others
      must go on being served.
webhooks  sends so many events to an endpoint that fails at random, over kills of the server.
streams  holds so many streams of events open, and looks at memory and at /health meanwhile.
power  cuts the power at so many moments of a server's life: whatever was not synced is gone, in
      part, in pieces or not at all, and whatever anybody was told must be there.

Exit code 1 on any breach, 2 when it could not run. The same seed makes the same plan.`

const options = {
  points: { type: 'string', default: '100' },
  worlds: { type: 'string', default: `${availableParallelism()}` },
  notes: { type: 'string' },
  clients: { type: 'string', default: '200' },
  operations: { type: 'string', default: '1000000' },
  count: { type: 'string', default: '100000' },
  rounds: { type: 'string', default: '20' },
  mib: { type: 'string', default: '200' },
  seconds: { type: 'string', default: '30' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** What a campaign needs is loaded with it: whoever asks for help waits for nothing. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [command] = positionals
  if (values.help) return say([usage], 0)
  if (command === 'kill') return kill({ ...values, points: count(values.points) })
  if (command === 'settle') {
    return settle({ ...values, points: count(values.points), worlds: count(values.worlds) })
  }
  if (command === 'mix') {
    return mix({ ...values, clients: count(values.clients), seconds: count(values.seconds) })
  }
  if (command === 'ledger') return ledger({ ...values, operations: count(values.operations) })
  if (command === 'links') return links({ ...values, count: count(values.count) })
  if (command === 'queries') return queries({ ...values, count: count(values.count) })
  if (command === 'upload') return upload({ ...values, mib: count(values.mib) })
  if (command === 'backup') return backup({ ...values, rounds: count(values.rounds) })
  if (command === 'doors') return doors({ ...values, seconds: count(values.seconds) })
  if (command === 'webhooks') return webhooks({ ...values, count: count(values.count) })
  if (command === 'power') return power({ ...values, cuts: count(values.points) })
  if (command === 'streams') return streams({ ...values, count: count(values.count) })
  return say([usage], 2)
}

async function backup(asked: { rounds: number; seed: string; json: boolean }): Promise<number> {
  const { backupLines, soakBackup } = await import('./backup.ts')
  using bar = progressBar('rounds', asked.rounds)
  const report = await soakBackup({ ...asked, onRound: bar.update })
  bar[Symbol.dispose]()
  const code = report.breaches.length === 0 ? 0 : 1
  return say(asked.json ? [JSON.stringify(report, null, 2)] : backupLines(report), code)
}

async function doors({ seconds, json }: { seconds: number; json: boolean }): Promise<number> {
  const { doorsLines, soakDoors } = await import('./doors.ts')
  const report = await soakDoors({ seconds })
  const code = report.breaches.length === 0 ? 0 : 1
  return say(json ? [JSON.stringify(report, null, 2)] : doorsLines(report), code)
}

async function webhooks(asked: { count: number; json: boolean }): Promise<number> {
  const { soakWebhooks, webhooksLines } = await import('./webhooks.ts')
  const report = await soakWebhooks(asked)
  const code = report.breaches.length === 0 ? 0 : 1
  return say(asked.json ? [JSON.stringify(report, null, 2)] : webhooksLines(report), code)
}

async function streams(asked: { count: number; json: boolean }): Promise<number> {
  const { soakStreams, streamsLines } = await import('./streams.ts')
  const report = await soakStreams(asked)
  const code = report.breaches.length === 0 ? 0 : 1
  return say(asked.json ? [JSON.stringify(report, null, 2)] : streamsLines(report), code)
}

async function power(asked: { cuts: number; seed: string; json: boolean }): Promise<number> {
  const { powerLines, soakPower } = await import('./power.ts')
  using bar = progressBar('cuts', asked.cuts)
  const [report] = await soakPower({ ...asked, rounds: 25, onCut: bar.update })
  if (!report || report.skipped !== undefined) return say([`Skipped: ${report?.skipped}.`], 2)
  bar[Symbol.dispose]()
  const code = report.breaches.length === 0 ? 0 : 1
  return say(asked.json ? [JSON.stringify(report, null, 2)] : powerLines(report), code)
}

async function upload({ mib, json }: { mib: number; json: boolean }): Promise<number> {
  const { soakUpload, uploadLines } = await import('./upload.ts')
  const report = await soakUpload({ mib })
  const code = report.breaches.length === 0 ? 0 : 1
  return say(json ? [JSON.stringify(report, null, 2)] : uploadLines(report), code)
}

type Counted = { count: number; seed: string; json: boolean }

async function links({ count, seed, json }: Counted): Promise<number> {
  const { soakLinks } = await import('./links.ts')
  using bar = progressBar('altered', count)
  const report = await soakLinks({ count, seed, onSent: bar.update })
  bar[Symbol.dispose]()
  const code = report.breaches.length === 0 ? 0 : 1
  return say(json ? [JSON.stringify(report, null, 2)] : linksTable(report), code)
}

async function queries({ count, seed, json }: Counted): Promise<number> {
  const { soakQueries } = await import('./queries.ts')
  using bar = progressBar('queries', count)
  const report = await soakQueries({ count, seed, onSent: bar.update })
  bar[Symbol.dispose]()
  const code = report.breaches.length === 0 ? 0 : 1
  return say(json ? [JSON.stringify(report, null, 2)] : queriesTable(report), code)
}

async function ledger(asked: { operations: number; seed: string; json: boolean }) {
  const { ledgerLines, soakLedger } = await import('./ledger.ts')
  using bar = progressBar('operations', asked.operations)
  const report = await soakLedger({ ...asked, onOperation: bar.update })
  bar[Symbol.dispose]()
  const code = report.breaches.length === 0 ? 0 : 1
  return say(asked.json ? [JSON.stringify(report, null, 2)] : ledgerLines(report), code)
}

async function kill({ points, seed, json }: { points: number; seed: string; json: boolean }) {
  const { planOf, soakKill } = await import('./kill.ts')
  using bar = progressBar('kills', points)
  const report = await soakKill({ plan: planOf(points, seed), seed, onPoint: bar.update })
  bar[Symbol.dispose]()
  const code = report.breaches.length === 0 ? 0 : 1
  return say(json ? [JSON.stringify(report, null, 2)] : killTable(report), code)
}

type Settling = Omit<SharedSettling, 'onPoint'> & { json: boolean }

async function settle({ json, ...asked }: Settling): Promise<number> {
  const { soakSettleShared } = await import('./settle-worlds.ts')
  using bar = progressBar('kills', asked.points)
  const report = await soakSettleShared({ ...asked, onPoint: bar.update })
  bar[Symbol.dispose]()
  const code = report.breaches.length === 0 ? 0 : 1
  return say(json ? [JSON.stringify(report, null, 2)] : killTable(report), code)
}

async function mix(asked: { clients: number; seconds: number; seed: string; json: boolean }) {
  const { soakMix } = await import('./mix.ts')
  const report = await soakMix(asked)
  const code = report.breaches.length === 0 ? 0 : 1
  return say(asked.json ? [JSON.stringify(report, null, 2)] : mixTable(report), code)
}

function say(lines: readonly string[], code: number): number {
  console.log(lines.join('\n'))
  return code
}

function count(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new UsageError(`${text} is not a number from 1 to 9999999.`)
}

endWith(main, { usage, fault: 2 })
