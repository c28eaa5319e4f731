import * as z from 'zod'
import { NotFound } from '../../base/errors.ts'
import { documentNames, openapiBytes } from '../openapi/openapi-text.ts'
import { get } from '../route.ts'

/** `/openapi/a.json`, `b.json`, `c.json`: one document per surface, since A and C share paths. */
export const openapi = get('/openapi/:document', {
  id: 'openapi',
  summary: 'The OpenAPI 3.1 document of one surface',
  tag: 'Service',
  access: 'none',
  params: z.object({ document: z.string() }),
  reply: z.record(z.string(), z.unknown()),
  errors: [404],
  raw: true,
  run: ({ params, rooms, http }) => {
    const name = documentNames.find((known) => `${known}.json` === params.document)
    if (!name) throw new NotFound('document')
    http.ctx.type = 'application/json'
    http.ctx.body = openapiBytes(name, rooms.service.baseUrl())
  },
})
