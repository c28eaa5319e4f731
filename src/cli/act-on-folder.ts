import { openApp, refuseAnswerOfOlder } from '../app.ts'
import type { Config, SettingName } from '../config.ts'
import type { FolderCommand, Io, Outcome, Values } from './command.ts'
import { askServer, serverListens } from './control.ts'
import { openProgressBar } from './progress-bar.ts'
import { stopSignal, unlessLeft } from './stop.ts'
import { untilDone } from './until-done.ts'

type Asked = { config: Config; values: Values; io: Io }

/** Carries a command out to its end: in the server that has the folder, or here when none has. */
export async function actOnFolder(
  command: FolderCommand,
  { config, values, io }: Asked,
): Promise<Outcome> {
  const stop = stopSignal(io)
  return await unlessLeft(carriedOut(command, { config, values, io, stop }), {
    stop,
    stops: command.stops === true,
    io,
  })
}

/** What was set for this command line alone: the server that carries it out has its own. */
function setHere({ backupRecipient, secretsOverlapHours, origins }: Config): Values {
  const isSet = (name: SettingName) => origins[name] !== 'default'
  return {
    ...(isSet('backupRecipient') && { 'backup-recipient': backupRecipient }),
    ...(isSet('secretsOverlapHours') && { 'secrets-overlap-hours': `${secretsOverlapHours}` }),
  }
}

async function carriedOut(
  command: FolderCommand,
  { config, values, io, stop: signal }: Asked & { stop: AbortSignal },
): Promise<Outcome> {
  using bar = openProgressBar(io, command.name)
  const waiting = { name: command.name, values, io, signal }
  const watch = { onProgress: bar.update, signal }
  if (await serverListens(config.dataDir)) {
    const asked = { command: command.name, watched: io.terminal }
    const ask = (more: Values) => {
      return askServer(config.dataDir, { ...asked, values: { ...setHere(config), ...more } }, watch)
    }
    return await untilDone(ask, waiting)
  }
  const parts = { http: false, jobs: false, workers: false }
  const { use, anySchema = false } = command
  await using app = await openApp(config, { parts, use, anySchema })
  // Awaited here: the app closes when this block is left.
  return await untilDone((more) => command.act(app, more, watch), waiting).catch((error) => {
    if (anySchema) refuseAnswerOfOlder(config.dataDir, error)
    throw error
  })
}
