import { type App, describeWalls, openApp, openLeanHeaps, requireUsable } from '../../app.ts'
import { forgetSecrets } from '../../base/forget-secrets.ts'
import { type Config, secretsIn } from '../../config.ts'
import type { FreeCommand, Io, Values } from '../command.ts'
import { configAnswer } from '../config.ts'
import { listenForCommands, requireSocketPath } from '../control.ts'
import { folderCommands } from '../folder-commands.ts'
import { doctorAnswer } from './doctor.ts'
import { handedSocket } from './handed-socket.ts'
import { notifySystemd } from './notify-systemd.ts'

/** Runs the server until it is asked to stop; an empty folder is filled first. */
export const serve: FreeCommand = {
  name: 'serve',
  summary: 'run the server',
  examples: [
    'kontor serve',
    'kontor serve --data-dir /var/lib/kontor --port 8080',
    'KONTOR_BASE_URL=https://data.example.eu kontor serve --host 0.0.0.0',
  ],
  stops: true,
  tellsNotices: true,
  options: {},
  async run(config, values, io) {
    const socket = handedSocket(io)
    using _heaps = openLeanHeaps()
    const settings = settingsFor(config(), values)
    requireUsable(settings)
    await using app = await openApp(settings)
    return await serveUntilStopped(app, { values, io, socket })
  },
}

type Serving = { values: Values; io: Io; socket: number | undefined }

/** Answers requests, and commands in the folder, until it is asked to stop. */
export async function serveUntilStopped(app: App, { values, io, socket }: Serving) {
  requireSocketPath(app.config.dataDir)
  const walls = describeWalls()
  leaveNoSecrets(app, io)
  const { url } = await app.listen({ socket })
  const answers = [...folderCommands, configAnswer, doctorAnswer]
  await using _control = await listenForCommands(app, answers)
  using _supervisor = notifySystemd(io)
  const setupCode = await app.ensureSetupCode()
  if (values.json) io.out(JSON.stringify({ url, setup_code: setupCode ?? null }))
  else
    for (const line of banner({ url, app, setupCode, walls: (await walls).line })) {
      io.out(line)
    }
  const signal = await io.stopped
  if (!values.json) io.out(`Stopping (${signal}): requests in progress are finished first.`)
  return 0
}

/** Whoever asks for JSON means the log, too. */
export function settingsFor(settings: Config, { json }: Values): Config {
  return json && settings.logFormat === 'auto' ? { ...settings, logFormat: 'json' } : settings
}

/** Where the files of others are opened, nobody is to find them by looking at their parent. */
function leaveNoSecrets({ config }: App, io: Io): void {
  const left = forgetSecrets(secretsIn(config, io.environment))
  if (left > 0) io.err('Secrets stay readable in the environment: give them as files instead.')
}

type Greeting = { url: string; app: App; setupCode: string | undefined; walls: string }

function banner({ url, app, setupCode, walls }: Greeting): string[] {
  const { dataDir } = app.config
  const first = setupCode
    ? [
        'There is no platform administrator yet. Sign up with this one-time setup code:',
        `  ${setupCode}`,
        `in a browser at ${url}/console/, or by a request:`,
        `  curl -s ${url}/v1/auth/signup -H 'content-type: application/json' \\`,
        `    -d '{"email":"you@example.eu","password":"…","display_name":"You",` +
          `"tenant_name":"Your house","setup_code":"${setupCode}"}'`,
      ]
    : []
  return [
    `Kontor listens on ${url} and keeps its data in ${dataDir}.`,
    reachLine(app),
    walls,
    ...chainLines(app),
    ...first,
  ]
}

const signups = {
  open: 'anybody may sign up',
  invite: 'signup is by invitation',
  closed: 'nobody may sign up',
} as const

/** What decided the defaults, and what they came to. */
function reachLine({ config: { reach, signup, welcomeCredits } }: App): string {
  const who = reach.who === 'this machine' ? 'Only this machine' : 'Others'
  const credits = `new tenants begin with ${welcomeCredits} credits`
  return `${who} can reach it (${reach.because}): ${signups[signup]}, ${credits}.`
}

/** Nobody is to take the local chain for money. (our choice, Surface C) */
function chainLines({ config, rooms: { chain } }: App): string[] {
  if (chain.remote) {
    return [`SOL is real: ${chain.remote.name}, deposits to ${chain.remote.address}.`]
  }
  const who =
    config.localDeposits === 'open'
      ? 'anybody credits itself, so it is worth nothing'
      : 'only the operator credits it (kontor balance credit)'
  return [`SOL lives on the demo chain ${chain.chainId} in this folder: ${who}.`]
}
