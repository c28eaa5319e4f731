import type { Config } from '../../config.ts'
import { type Io, type OptionHelp, requireAddress, UsageError, type Values } from '../command.ts'

/** Where the MCP server is, and the key for it. */
export type McpPlace = { url: string; key: string }

export const mcpPlaceOptions: Readonly<Record<string, OptionHelp>> = {
  key: { type: 'string', help: 'an API key; or KONTOR_KEY in the environment', value: '<key>' },
  url: {
    type: 'string',
    help: 'address of the server; or KONTOR_URL (base URL, or host and port)',
    value: '<address>',
  },
}

/** From flags, else the environment, else the settings of a server here. Throws UsageError. */
export function mcpPlaceOf(config: () => Config, values: Values, io: Io): McpPlace {
  const key = mcpKeyOf(values, io)
  if (key === undefined) {
    throw new UsageError('--key is required (or KONTOR_KEY in the environment).')
  }
  return { url: mcpUrlOf(config, values, io), key }
}

/** Undefined where none is named. Throws UsageError for what is none. */
export function mcpKeyOf(values: Values, io: Io): string | undefined {
  const key = values.key ?? io.environment.KONTOR_KEY
  if (typeof key !== 'string' || key === '') return undefined
  if (!/^kontor_[\w-]+$/.test(key)) throw new UsageError('--key: an API key begins with kontor_.')
  return key
}

/** Throws UsageError. */
export function mcpUrlOf(config: () => Config, values: Values, io: Io): string {
  const url = values.url ?? io.environment.KONTOR_URL
  if (typeof url !== 'string' || url === '') return addressOf(config())
  return requireAddress(url).replace(/(\/mcp)?\/*$/, '')
}

/**
 * Whether a program can be let in there by its address alone: over HTTPS or on this machine, and
 * not where the settings here, for a server of theirs, have it off.
 */
export function takesAddressAlone(config: () => Config, url: string): boolean {
  const { protocol, hostname } = new URL(url)
  const isHere = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !isHere) return false
  const own = config()
  return addressOf(own) !== url || (own.oauth && own.console)
}

function addressOf({ baseUrl, host, port, tlsCertFile, acme }: Config): string {
  const name = host.includes(':') ? `[${host}]` : host
  return baseUrl ?? `${tlsCertFile === undefined && !acme ? 'http' : 'https'}://${name}:${port}`
}
