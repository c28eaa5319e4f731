import { type DocumentName, documentNames, openapiText } from '../app.ts'
import { type FreeCommand, UsageError } from './command.ts'

/** Prints the OpenAPI document of one surface. */
export const openapi: FreeCommand = {
  name: 'openapi',
  summary: 'print the OpenAPI 3.1 document of a surface',
  examples: ['kontor openapi --surface b > openapi-b.json'],
  options: { surface: { type: 'string', help: 'a, b or c', value: '<letter>' } },
  async run(config, values, io) {
    const name = documentNames.find((known) => known === (values.surface ?? 'b'))
    if (!name) throw new UsageError('--surface must be a, b or c.')
    const { baseUrl, host, port } = config()
    io.out(openapiText(name as DocumentName, baseUrl ?? `http://${host}:${port}`).trimEnd())
    return 0
  },
}
