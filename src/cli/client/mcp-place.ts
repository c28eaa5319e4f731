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
  const key = values.key ?? io.environment.KONTOR_KEY
  if (typeof key !== 'string' || key === '') {
    throw new UsageError('--key is required (or KONTOR_KEY in the environment).')
  }
  if (!/^kontor_[\w-]+$/.test(key)) throw new UsageError('--key: an API key begins with kontor_.')
  const url = values.url ?? io.environment.KONTOR_URL
  if (typeof url !== 'string' || url === '') return { url: addressOf(config()), key }
  return { url: requireAddress(url).replace(/(\/mcp)?\/*$/, ''), key }
}

function addressOf({ baseUrl, host, port, tlsCertFile, acme }: Config): string {
  const name = host.includes(':') ? `[${host}]` : host
  return baseUrl ?? `${tlsCertFile === undefined && !acme ? 'http' : 'https'}://${name}:${port}`
}
