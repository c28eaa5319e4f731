import { prefix } from '../../api/kontor.ts'

export const programs = [
  'claude_code',
  'claude_desktop',
  'cursor',
  'vs_code',
  'curl',
  'client',
] as const
export type Program = (typeof programs)[number]

const place = () => `${location.origin}${prefix}`

/** What to paste where, with the key in it: the same as `kontor mcp config` prints. */
export function snippetFor(program: Program, secret: string): string {
  const overHttp = { url: `${place()}/mcp`, headers: { 'x-api-key': secret } }
  const env = { KONTOR_URL: place(), KONTOR_KEY: secret }
  const snippets = {
    claude_code: () => json({ mcpServers: { kontor: { type: 'http', ...overHttp } } }),
    claude_desktop: () =>
      json({ mcpServers: { kontor: { command: 'kontor', args: ['mcp'], env } } }),
    cursor: () => json({ mcpServers: { kontor: overHttp } }),
    vs_code: () => json({ servers: { kontor: { type: 'http', ...overHttp } } }),
    curl: () => `curl '${place()}/search?q=pump' \\\n  --header 'x-api-key: ${secret}'`,
    client: () => `import { openClient } from 'kontor-client'

const kontor = openClient({
  baseUrl: '${place()}',
  credential: '${secret}',
})
const { results } = await kontor.searchMarket({ query: 'pump' })`,
  }
  return snippets[program]()
}

function json(config: object): string {
  return JSON.stringify(config, null, 2)
}

/** What stands for a secret that is no longer there. */
export const unknownSecret = 'kontor_…'
