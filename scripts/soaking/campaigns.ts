// What can be tried at any length: how it is asked for, what it shows, and where it is done. What a
// campaign needs is loaded with it: whoever asks for help waits for nothing.
import { availableParallelism } from 'node:os'
import { UsageError } from '../../src/cli/command.ts'
import { breachLines, killTable, linksTable, mixTable, progressBar, queriesTable } from './show.ts'

/** Of the command line; a number that is not there is the campaign's own. */
export type Asked = { seed: string } & { [name in (typeof words)[number]]?: string | undefined } & {
  [name in (typeof numbers)[number]]?: number
}

/** Files and folders of the machine. */
export const words = ['notes', 'replay', 'folder'] as const

export const numbers = [
  ...(['points', 'worlds', 'clients', 'operations', 'count', 'rounds', 'mib'] as const),
  ...(['seconds', 'times', 'seeds', 'steps', 'kills'] as const),
]

export type Shown = {
  report: { breaches: readonly string[] }
  lines: readonly string[]
  /** Why it could not be tried here. */
  skipped?: string
}

export type Campaign = { options: string; about: string; run(asked: Asked): Promise<Shown> }

export const campaigns: Readonly<Record<string, Campaign>> = {
  kill: {
    options: '[--points 100]',
    about: `kills a real server, again and again, at named and at random moments; after each restart
      everything acknowledged must be there, everything else whole or not at all.`,
    async run({ points = 100, seed }) {
      const { planOf, soakKill } = await import('./kill.ts')
      using bar = progressBar('kills', points)
      const report = await soakKill({ plan: planOf(points, seed), seed, onPoint: bar.update })
      return { report, lines: killTable(report) }
    },
  },
  settle: {
    options: '[--points 100] [--worlds 2] [--notes file]',
    about: `kills a server while money is charged, billed, settled and released, month after month,
      in as many worlds at once as there are processors. With --notes it goes on where it was cut
      off.`,
    async run({ points = 100, worlds = availableParallelism(), notes, seed }) {
      const { soakSettleShared } = await import('./settle-worlds.ts')
      using bar = progressBar('kills', points)
      const asked = { points, worlds, notes, seed, onPoint: bar.update }
      const report = await soakSettleShared(asked)
      return { report, lines: killTable(report) }
    },
  },
  mix: {
    options: '[--clients 200] [--seconds 30]',
    about: 'lets many clients do everything at once.',
    async run({ clients = 200, seconds = 30, seed }) {
      const { soakMix } = await import('./mix.ts')
      const report = await soakMix({ clients, seconds, seed })
      return { report, lines: mixTable(report) }
    },
  },
  fetches: {
    options: '[--rounds 1000] [--clients 200]',
    about: `lets many clients fetch one link at the same moment, link after link: one of them has
      the file, and it is charged once.`,
    async run({ rounds = 1000, clients = 200, seed }) {
      const { fetchesLines, soakFetches } = await import('./fetches.ts')
      using bar = progressBar('links', rounds)
      const report = await soakFetches({ rounds, clients, seed, onRound: bar.update })
      return { report, lines: fetchesLines(report) }
    },
  },
  ledger: {
    options: '[--operations 1000000]',
    about: 'does at random everything that moves money, and compares with plain arithmetic.',
    async run({ operations = 1_000_000, seed }) {
      const { ledgerLines, soakLedger } = await import('./ledger.ts')
      using bar = progressBar('operations', operations)
      const report = await soakLedger({ operations, seed, onOperation: bar.update })
      return { report, lines: ledgerLines(report) }
    },
  },
  flips: {
    options: '[--count 10000]',
    about: `flips a bit of a value in a table that carries money, again and again: each must be
      found by the verifier.`,
    async run({ count = 10_000, seed }) {
      const { flipsLines, soakFlips } = await import('./flips.ts')
      using bar = progressBar('bits', count)
      const report = await soakFlips({ count, seed, onFlip: bar.update })
      return { report, lines: flipsLines(report) }
    },
  },
  retries: {
    options: '[--count 10000] [--clients 50] [--rounds 4]',
    about: `sends one request with one Idempotency-Key again and again, over so many kills of the
      server: it is done once, and every answer to it is the same.`,
    async run({ count = 10_000, clients = 50, rounds = 4, seed }) {
      const { retriesLines, soakRetries } = await import('./retries.ts')
      using bar = progressBar('retries', count)
      const report = await soakRetries({ count, clients, kills: rounds, seed, onSent: bar.update })
      return { report, lines: retriesLines(report) }
    },
  },
  links: {
    options: '[--count 100000]',
    about: 'presents altered URLs, tokens, keys, cookies and cursors: none may open anything.',
    async run({ count = 100_000, seed }) {
      const { soakLinks } = await import('./links.ts')
      using bar = progressBar('altered', count)
      const report = await soakLinks({ count, seed, onSent: bar.update })
      return { report, lines: linksTable(report) }
    },
  },
  queries: {
    options: '[--count 100000] [--worlds 2] [--notes file]',
    about: `sends random query strings to every address that reads one: none may fail in a server,
      or have an answer that is not documented. Six of ten are searches: one in eight of them is
      made in any case, the others until a plan is spent; then they are read, and refused with 402.
      As many servers are asked as there are processors. With --notes it goes on where it was cut
      off.`,
    async run({ count = 100_000, worlds = availableParallelism(), notes, seed }) {
      const { soakQueries } = await import('./queries.ts')
      using bar = progressBar('queries', count)
      const asked = { count, worlds, notes, seed, onSent: bar.update }
      const report = await soakQueries(asked)
      return { report, lines: queriesTable(report) }
    },
  },
  files: {
    options: '[--count 100000] [--notes file] [--folder slow]',
    about: `has damaged files of every format read behind the wall: each ends as read or as refused
      with a reason. One in ten is read as the server does, the others by children that go on after
      a refusal, unless it took long or was killed. With --notes it goes on where it was cut off;
      what was slow is left in --folder.`,
    async run({ count = 100_000, notes, folder, seed }) {
      const { filesLines, soakFiles } = await import('./files.ts')
      using bar = progressBar('files', count)
      const report = await soakFiles({ count, seed, notes, folder, onFile: bar.update })
      return { report, lines: filesLines(report) }
    },
  },
  corpus: {
    options: '--folder files [--count 1500]',
    about: `hands in the files of a folder that others have made, or so many of them by chance: each
      ends as indexed or as refused with a reason, within its time, and the server does not notice.
      KONTOR_OCR=false leaves out what is written in pictures; SIGINT ends it with what is known.`,
    async run({ folder, count, seed }) {
      if (folder === undefined) throw new UsageError('Say which files: --folder.')
      const { corpusLines, planCorpus, soakCorpus } = await import('./corpus.ts')
      const plan = planCorpus({ folder, count, seed })
      using bar = progressBar('files', plan.files.length)
      const report = await soakCorpus({ plan, onFile: bar.update })
      return { report, lines: corpusLines(report) }
    },
  },
  upload: {
    options: '[--mib 200]',
    about:
      'kills a server in the middle of a large upload in parts, which must go on where it was.',
    async run({ mib = 200 }) {
      const { soakUpload, uploadLines } = await import('./upload.ts')
      const report = await soakUpload({ mib })
      return { report, lines: uploadLines(report) }
    },
  },
  backup: {
    options: '[--rounds 20]',
    about:
      'backs up a server that is written to, restores and compares; and kills it in the middle.',
    async run({ rounds = 20, seed }) {
      const { backupLines, soakBackup } = await import('./backup.ts')
      using bar = progressBar('rounds', rounds)
      const report = await soakBackup({ rounds, seed, onRound: bar.update })
      return { report, lines: backupLines(report) }
    },
  },
  power: {
    options: '[--points 400]',
    about: `cuts the power at so many moments of a server's life: whatever was not synced is gone,
      in part, in pieces or whole. Needs a C compiler.`,
    async run({ points: cuts = 400, seed }) {
      const { powerLines, soakPower } = await import('./power.ts')
      using bar = progressBar('cuts', cuts)
      const [report] = await soakPower({ cuts, seed, rounds: 25, onCut: bar.update })
      const { skipped } = report ?? { skipped: 'there was no round' }
      if (!report || skipped !== undefined) {
        return { report: { breaches: [] }, lines: [], skipped: skipped ?? '' }
      }
      return { report, lines: powerLines(report) }
    },
  },
  standby: {
    options: '[--kills 100] [--seconds 3] [--clients 8]',
    about: `kills a server that sells, and its Litestream, so many times, with a lease of so many
      seconds; another machine takes over: what was lost, and after how long it answers. Every
      fourth one is stopped instead and goes on later: it must answer nothing then. Searches that
      nobody answered are asked again by their ids: each is one charge. Needs
      KONTOR_TEST_S3, and Litestream in the path or in KONTOR_LITESTREAM.`,
    async run({ kills = 100, seconds: lease = 3, clients = 8, seed }) {
      const { meansOfStandby, soakStandby, standbyLines } = await import('./standby.ts')
      const means = await meansOfStandby()
      if (typeof means === 'string') return { report: { breaches: [] }, lines: [], skipped: means }
      using bar = progressBar('kills', kills)
      const report = await soakStandby({ kills, lease, clients, seed, means, onKill: bar.update })
      return { report, lines: standbyLines(report) }
    },
  },
  doors: {
    options: '[--seconds 30]',
    about: `holds thousands of connections that are not used, in five ways, so many seconds each:
      others must go on being served.`,
    async run({ seconds = 30 }) {
      const { doorsLines, soakDoors } = await import('./doors.ts')
      const report = await soakDoors({ seconds })
      return { report, lines: doorsLines(report) }
    },
  },
  webhooks: {
    options: '[--count 100000]',
    about: 'sends so many events to an endpoint that fails at random, over kills of the server.',
    async run({ count = 100_000 }) {
      const { soakWebhooks, webhooksLines } = await import('./webhooks.ts')
      const report = await soakWebhooks({ count })
      return { report, lines: webhooksLines(report) }
    },
  },
  streams: {
    options: '[--count 2000]',
    about: 'holds so many streams of events open, and looks at memory and at /health meanwhile.',
    async run({ count = 2000 }) {
      const { soakStreams, streamsLines } = await import('./streams.ts')
      const report = await soakStreams({ count })
      return { report, lines: streamsLines(report) }
    },
  },
  day: {
    options: '[--seconds 3600] [--times 24] [--clients 8]',
    about: `lives a mixed day on a server whose clock goes so many times as fast: memory, handles
      and files must stay as they are.`,
    async run({ seconds = 3600, times = 24, clients = 8, seed }) {
      const { dayLines, soakDay } = await import('./day.ts')
      using bar = progressBar('seconds', seconds)
      const report = await soakDay({ seconds, times, clients, seed, onSecond: bar.update })
      return { report, lines: dayLines(report) }
    },
  },
  simulate: {
    options: '[--rounds 1] [--operations 100000] [--replay file]',
    about: `runs the market itself, with clock, jobs, disk, network and kills out of one seed,
      beside a small model of it, so many steps a round; a failing run is made short, and can be
      replayed.`,
    async run({ rounds = 1, operations = 100_000, seed, replay }) {
      const { simulateLines, soakSimulate } = await import('./simulate.ts')
      using bar = progressBar('steps', rounds * operations)
      const report = await soakSimulate({ rounds, operations, seed, replay, onStep: bar.update })
      return { report, lines: simulateLines(report) }
    },
  },
  cells: {
    options: '[--seeds 1000] [--steps 60]',
    about: `clears between the ledgers of several cells on a network that loses, doubles and delays,
      with cells that go down in the middle, and ranks over their indexes beside one that has all:
      so many runs, each of so many steps; a failing one is made short.`,
    async run({ seeds = 1_000, steps = 60, seed }) {
      const { cellsLines, soakCells } = await import('./cells/campaign.ts')
      using bar = progressBar('seeds', seeds)
      const report = await soakCells({ seeds, steps, seed, onSeed: bar.update })
      return { report, lines: cellsLines(report) }
    },
  },
  faults: tested('faults', 'has the machine fail in every way that the page of faults lists.'),
  isolation: tested('isolation', 'asks every route as everybody who may not.'),
  hostile: tested('hostile', 'hands in files that were made to do harm.'),
  contract: tested('contract', 'holds documents and answers against tools and schemas of others.'),
}

/** What is a table of cases already is run as it is; its rounds differ by chance and load alone. */
function tested(name: 'faults' | 'isolation' | 'hostile' | 'contract', about: string): Campaign {
  return {
    options: '[--rounds 1]',
    about,
    async run({ rounds = 1 }) {
      const { filesOf, soakTests } = await import('./tests.ts')
      using bar = progressBar('rounds', rounds)
      const report = await soakTests({ files: filesOf(name), rounds, onRound: bar.update })
      const { files, passed } = report
      const said = `${files.length} files, ${rounds} rounds, ${passed} tests passed`
      return { report, lines: [said, '', ...breachLines(report)] }
    },
  }
}
