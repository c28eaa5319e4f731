import { openapiDocuments } from '../app.ts'
import { type FreeCommand, UsageError } from './command.ts'

/** Prints the OpenAPI document of one surface. */
export const openapi: FreeCommand = {
  name: 'openapi',
  summary: 'print the OpenAPI 3.1 document of a surface',
  examples: [
    'kontor openapi --surface b > openapi-b.json',
    'kontor openapi --surface a --as 3.0 > older-a.json',
  ],
  options: {
    surface: { type: 'string', help: 'a, b or c', value: '<letter>' },
    as: { type: 'string', help: '3.1, or 3.0 for older generators of clients', value: '<3.1>' },
  },
  async run(config, values, io) {
    const { documentNames, openapiText, olderText } = await openapiDocuments()
    const name = documentNames.find((known) => known === (values.surface ?? 'b'))
    if (!name) throw new UsageError('--surface must be a, b or c.')
    const version = values.as ?? '3.1'
    if (version !== '3.1' && version !== '3.0') throw new UsageError('--as must be 3.1 or 3.0.')
    const { baseUrl, host, port } = config()
    const text = openapiText(name, baseUrl ?? `http://${host}:${port}`)
    io.out((version === '3.0' ? olderText(text) : text).trimEnd())
    return 0
  },
}
