import { programArguments } from '../../base/entry.ts'
import type { FreeCommand } from '../command.ts'
import { type McpPlace, mcpPlaceOf, mcpPlaceOptions } from './mcp-place.ts'

type ClientConfig = { id: string; client: string; file: string; config: object }

/** What to paste into the configuration of MCP clients. */
export const mcpConfig: FreeCommand = {
  name: 'mcp config',
  summary: 'print the configuration of MCP clients, ready to paste',
  examples: [
    'kontor mcp config --key kontor_…',
    'kontor mcp config --key kontor_… --url https://data.example.eu --json',
  ],
  options: mcpPlaceOptions,
  async run(config, values, io) {
    const configs = configsFor(mcpPlaceOf(config, values, io))
    if (values.json) {
      const byClient = Object.fromEntries(configs.map((one) => [one.id, one.config]))
      io.out(JSON.stringify(byClient, null, 2))
      return 0
    }
    for (const { client, file, config: json } of configs) {
      for (const line of [`${client}, in ${file}:`, '', JSON.stringify(json, null, 2), '']) {
        io.out(line)
      }
    }
    io.out('The key is in it in plain text: whoever reads the file can search and buy with it.')
    return 0
  },
}

function configsFor(place: McpPlace): ClientConfig[] {
  const overHttp = { url: `${place.url}/mcp`, headers: { 'x-api-key': place.key } }
  return [
    {
      id: 'claude_desktop',
      client: 'Claude Desktop',
      file: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
      config: { mcpServers: { kontor: overStdio(place) } },
    },
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
