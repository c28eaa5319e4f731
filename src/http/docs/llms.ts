import * as z from 'zod'
import { tools } from '../agent/mcp/tools.ts'
import { get } from '../route.ts'

/** For language models and those who set them up: what is here, and what it costs, on one page. */
export const llms = get('/llms.txt', {
  id: 'llms',
  summary: 'What an agent should know of this server, as text',
  tag: 'Documentation',
  access: 'none',
  reply: z.string(),
  errors: [],
  raw: true,
  media: ['text/plain'],
  run({ http: { ctx, baseUrl } }) {
    ctx.type = 'text/plain; charset=utf-8'
    ctx.set('Cache-Control', 'no-cache')
    ctx.body = textFor(baseUrl)
  },
})

/** In the form of llmstxt.org: a heading, a summary, notes, lists of links. */
function textFor(baseUrl: string): string {
  const list = tools.map(({ name, title }) => `- \`${name}\`: ${title}`)
  return `# Kontor

> A marketplace for private data. Search finds passages in documents, recordings and images that
> their owners offer; each hit has the text of the passage, so most questions need no download.

Money is counted in credits; one credit is a cent. Nothing is charged without being shown.

- Every request carries an API key (\`kontor_…\`), in the header \`x-api-key\` or as
  \`Authorization: Bearer\`. Ask the person you work for; keys are made under \`/v1/api-keys\`.
- \`GET ${baseUrl}/search?q=…\` finds passages. One request is one metered search of the month's
  allowance; passages may have a price, which \`charged_credits\` of the answer names, so send
  \`limit\`: 10 passages come without it. \`budget_left_credits\` is what a key with a budget may
  still spend. Send the same \`request_id\` only to retry the same search: it is billed once.
- \`mode=keyword\` goes by the words, \`mode=semantic\` by what is meant, \`mode=hybrid\` by both.
  \`GET ${baseUrl}/asset/{id}/similar\` finds passages of others like those of an asset.
- A hit's \`asset_id\` is its source: cite it. \`GET ${baseUrl}/asset/{id}\` reads the whole text
  and costs nothing.
- \`POST ${baseUrl}/download\` gives a link to the original file. Asking is free;
  \`estimated_credits\` is charged when the link is fetched, once. Tell the price first.
- 402 means too few credits or a spent allowance; trying again does not help. 429 and 503 do go
  away: wait for \`Retry-After\` seconds.

## MCP

Search, reading, lists and downloads as tools, at \`${baseUrl}/mcp\` (Streamable HTTP, same key):

${list.join('\n')}

- [Tool schemas](${baseUrl}/mcp/tools.json): arguments and results as JSON Schema
- [Server card](${baseUrl}/.well-known/mcp.json): address, versions and credential for clients

## API

- [Search and download](${baseUrl}/openapi/a.json): OpenAPI 3.1, with examples
- [Management](${baseUrl}/openapi/b.json): datasets, uploads, keys, reports
- [How to write a query](${baseUrl}/docs/search): operators, phrases, fields, wildcards

## Optional

- [Reference for people](${baseUrl}/docs): the same documents, to read and to try
- [Manual for people](${baseUrl}/docs/manual): buying, selling, operating, with examples
- [Wallets and licences](${baseUrl}/openapi/c.json): for sessions of persons, not for keys
`
}
