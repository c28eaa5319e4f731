import { openApp, openLeanHeaps, requireUsable, waitForTurn } from '../../app.ts'
import type { Config } from '../../config.ts'
import { type FreeCommand, type Io, UsageError, type Values } from '../command.ts'
import { handedSocket } from './handed-socket.ts'
import { serveUntilStopped, settingsFor } from './serve.ts'

/** Waits until no other machine serves, and then serves what that one did. */
export const standby: FreeCommand = {
  name: 'standby',
  summary: 'serve when the machine that does is gone',
  examples: [
    'kontor standby --data-dir /var/lib/kontor',
    'kontor standby --folder-is-shared --prepare /usr/local/sbin/mount-kontor',
    'kontor standby --accept-loss',
  ],
  stops: true,
  tellsNotices: true,
  options: {
    'folder-is-shared': {
      type: 'boolean',
      help: 'the folder itself is on a disk that this machine gets (RBD, DRBD): restore nothing',
    },
    prepare: {
      type: 'string',
      help: 'run this when the lease is had, before the folder is opened',
      value: '<file>',
    },
    'accept-loss': {
      type: 'boolean',
      help:
        'take over although the replica lacks more than a minute, or its newest epoch; or serve ' +
        'what is here although the lease is gone',
    },
  },
  async run(settings, values, io) {
    const config = standbyConfig(settingsFor(settings(), values), values)
    // Before it waits: when its turn comes it is too late.
    requireUsable(config)
    const socket = handedSocket(io)
    using _heaps = openLeanHeaps()
    const say = (line: string) => (values.json ? undefined : io.out(line))
    const turn = await turnOf(config, { values, io, say })
    if (turn === undefined) return 0
    await using app = await openApp(config, turn)
    const { ok, problems, transfers } = await app.verifyLedger()
    if (!ok) {
      io.err(`kontor: the ledger is not in order, so nothing is served: ${problems[0]?.message}.`)
      return 1
    }
    say(`The ledger is in order: ${transfers} transfers checked.`)
    return await serveUntilStopped(app, { values, io, socket })
  },
}

type StandbyConfig = Config & { leasing: NonNullable<Config['leasing']> }

/** Throws UsageError. */
function standbyConfig(config: Config, values: Values): StandbyConfig {
  const { leasing } = config
  if (!leasing) {
    throw new UsageError(
      'kontor standby needs KONTOR_LEASE, the same as of the machine that serves: by it the two ' +
        'know which of them may.',
    )
  }
  if (!leasing.replica && !values['folder-is-shared']) {
    throw new UsageError(
      'kontor standby needs KONTOR_REPLICA to restore from, the same as of the machine that ' +
        'serves; or --folder-is-shared, where this machine gets the disk itself.',
    )
  }
  return { ...config, leasing }
}

type Asked = { values: Values; io: Io; say(line: string): void }

/** Undefined when it is asked to stop before. */
async function turnOf(config: StandbyConfig, { values, io, say }: Asked) {
  const stopping = new AbortController()
  void io.stopped.then(() => stopping.abort())
  const { prepare } = values
  try {
    return await waitForTurn({
      config,
      isShared: values['folder-is-shared'] === true,
      prepare: typeof prepare === 'string' ? prepare : undefined,
      acceptsLoss: values['accept-loss'] === true,
      signal: stopping.signal,
      say,
    })
  } catch (error) {
    if (stopping.signal.aborted) return undefined
    throw error
  }
}
