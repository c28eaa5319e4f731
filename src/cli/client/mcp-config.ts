import { programArguments } from '../../base/entry.ts'
import { type FreeCommand, type Io, UsageError } from '../command.ts'
import {
  type McpPlace,
  mcpKeyOf,
  mcpPlaceOptions,
  mcpUrlOf,
  takesAddressAlone,
} from './mcp-place.ts'

type ClientConfig = { id: string; client: string; file: string; config: object }

/** What to paste into the configuration of MCP clients. */
export const mcpConfig: FreeCommand = {
  name: 'mcp config',
  summary: 'print the configuration of MCP clients: the address alone, or with --key that as well',
  examples: [
    'kontor mcp config',
    'kontor mcp config --url https://data.example.eu',
    'kontor mcp config --key kontor_…',
    'kontor mcp config --key kontor_… --url https://data.example.eu --json',
  ],
  options: mcpPlaceOptions,
  async run(config, values, io) {
    const key = mcpKeyOf(values, io)
    const url = mcpUrlOf(config, values, io)
    const isOpen = takesAddressAlone(config, url)
    if (key === undefined && !isOpen) throw new UsageError(`--key is required: ${closed}`)
    const configs = key === undefined ? byAddress(url) : byKey({ url, key })
    if (values.json) {
      const byClient = Object.fromEntries(configs.map((one) => [one.id, one.config]))
      io.out(JSON.stringify(byClient, null, 2))
      return 0
    }
    if (key === undefined) sayAddress(io, url)
    else if (isOpen) io.out(`${simpler}\n`)
    for (const { client, file, config: json } of configs) {
      for (const line of [`${client}, in ${file}:`, '', JSON.stringify(json, null, 2), '']) {
        io.out(line)
      }
    }
    if (key !== undefined) io.out(inPlainText)
    return 0
  },
}

const closed =
  'people let programs in by the address alone over HTTPS, or on this machine, where ' +
  'KONTOR_OAUTH and the console are on.'
const simpler =
  'Simpler, where somebody sits at the program: the address alone. kontor mcp config prints ' +
  'that without --key.'
const inPlainText =
  'The key is in it in plain text: whoever reads the file can search and buy with it.'

function sayAddress(io: Pick<Io, 'out'>, url: string): void {
  io.out(`The address is ${url}/mcp, and there is no key: the program opens a browser, where`)
  io.out('somebody who may make API keys logs in and says what it may spend.\n')
  io.out(`Claude Desktop: Settings, Connectors, Add custom connector: ${url}/mcp\n`)
}

/** Claude Desktop takes an address in its settings alone. */
function byAddress(url: string): ClientConfig[] {
  return overHttpConfigs({ url: `${url}/mcp` })
}

function byKey(place: McpPlace): ClientConfig[] {
  const desktop = {
    id: 'claude_desktop',
    client: 'Claude Desktop',
    file: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    config: { mcpServers: { kontor: overStdio(place) } },
  }
  const headers = { 'x-api-key': place.key }
  return [desktop, ...overHttpConfigs({ url: `${place.url}/mcp`, headers })]
}

type OverHttp = { url: string; headers?: Record<string, string> }

function overHttpConfigs(overHttp: OverHttp): ClientConfig[] {
  return [
    {
      id: 'claude_code',
      client: 'Claude Code',
      file: '.mcp.json in the project',
      config: { mcpServers: { kontor: { type: 'http', ...overHttp } } },
    },
    {
      id: 'cursor',
      client: 'Cursor',
      file: '.cursor/mcp.json in the project, or ~/.cursor/mcp.json',
      config: { mcpServers: { kontor: overHttp } },
    },
    {
      id: 'vs_code',
      client: 'VS Code',
      file: '.vscode/mcp.json in the project',
      config: { servers: { kontor: { type: 'http', ...overHttp } } },
    },
  ]
}

/** The client starts this same program. The key is not among its arguments, which `ps` shows. */
function overStdio({ url, key }: McpPlace) {
  return {
    command: process.execPath,
    args: [...programArguments(), 'mcp'],
    env: { KONTOR_URL: url, KONTOR_KEY: key },
  }
}
