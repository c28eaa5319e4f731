import { type App, version } from '../../app.ts'
import type { Config } from '../../config.ts'
import { askServer, serverListens } from '../control.ts'

/** What a running server alone knows of itself. */
export type ServerState = { pid: number; url: string; version: string; uptime_seconds: number }

export function stateOf({ rooms }: App): ServerState {
  const uptime_seconds = Math.round(process.uptime())
  return { pid: process.pid, url: rooms.service.baseUrl(), version, uptime_seconds }
}

/** What the running server answers; undefined when none has the folder. */
export async function asked<T>(command: string, { dataDir }: Config): Promise<T | undefined> {
  if (!(await serverListens(dataDir))) return undefined
  return (await askServer(dataDir, { command, values: {} })).data as T
}

/** Of whom the rest is said. */
export function ofWhom(server: ServerState): string {
  const { pid, url, uptime_seconds: seconds, version: its } = server
  const other = its === version ? '' : `, version ${its}`
  return `Of the running server: process ${pid}, ${url}, up for ${seconds} s${other}.`
}
