// A provider's own machine: another home, no data folder, and a server that it reaches over HTTP.
import { join } from 'node:path'
import { systemClock } from '../../src/base/clock.ts'
import { listenForCommands } from '../../src/cli/control.ts'
import { folderCommands } from '../../src/cli/folder-commands.ts'
import { type Market, openMarket } from './market.ts'
import { openTestApp, password, type TestApp } from './open-test-app.ts'
import { type Printed, runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type Laptop = {
  home: string
  /** Where sessions are kept. */
  file: string
  run(...args: string[]): Promise<Printed>
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  printed(...args: string[]): Promise<any>
  logIn(url: string, email: string, typed?: string, ...more: string[]): Promise<Printed>
}

export type ServerHouse = {
  app: TestApp
  market: Market
  /** On the machine of the server, with its folder. */
  there: Pick<Laptop, 'run' | 'printed'>
  laptop(): Laptop
  [Symbol.asyncDispose](): Promise<void>
}

/** A market whose server takes commands by the socket in its folder, and laptops elsewhere. */
export async function openServerHouse(): Promise<ServerHouse> {
  const folder = temporaryFolder()
  const app = await openTestApp({ overrides: { clock: systemClock } })
  const way = await listenForCommands(app, folderCommands)
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  let count = 0
  return {
    app,
    market,
    there: commandsAt({}, ['--data-dir', app.dir]),
    laptop: () => laptopAt(join(folder.path, `home-${count++}`)),
    async [Symbol.asyncDispose]() {
      await way[Symbol.asyncDispose]()
      await app[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

/** One that has never seen a server. */
export function openLaptop() {
  const folder = temporaryFolder()
  return Object.assign(folder, laptopAt(join(folder.path, 'home')))
}

function laptopAt(home: string): Laptop {
  const environment = { HOME: home }
  return {
    home,
    file: join(home, '.config', 'kontor', 'sessions.json'),
    ...commandsAt(environment, []),
    logIn: (url, email, typed = password, ...more) =>
      runCommand({
        args: ['login', '--server', url, '--email', email, '--password-stdin', ...more],
        environment,
        input: [`${typed}\n`],
      }),
  }
}

function commandsAt(environment: Record<string, string>, place: readonly string[]) {
  const run = (...args: string[]) => runCommand({ args: [...args, ...place], environment })
  return {
    run,
    async printed(...args: string[]) {
      const { code, out, err } = await run(...args, '--json')
      if (code !== 0) throw new Error(err.join('\n'))
      return JSON.parse(out.join('\n'))
    },
  }
}
