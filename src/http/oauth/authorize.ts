import * as z from 'zod'
import { prefixOf } from '../docs/page.ts'
import { get } from '../route.ts'
import { authorizationFields, authorizationIn } from './authorization.schema.ts'
import { oauthPlaceOf, requireOffered } from './offered.ts'

/**
 * Where a program sends somebody's browser. It goes on to a page of the console, which asks; what
 * is wrong is shown here, and nobody is sent anywhere by it.
 */
export const authorize = get('/oauth/authorize', {
  id: 'authorize',
  summary: 'Ask the person at this browser whether a program may search and buy',
  tag: 'OAuth',
  access: 'none',
  showsPages: 'connect',
  query: z.object(authorizationFields),
  reply: null,
  status: 302,
  errors: [400, 404, 503],
  raw: true,
  async run({ rooms, query, http }) {
    requireOffered(http)
    await rooms.identity.learnClient(query.client_id)
    rooms.identity.askAuthorization(authorizationIn(query), oauthPlaceOf(http))
    const { ctx, baseUrl } = http
    ctx.set('Cache-Control', 'no-store')
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.set('Location', `${prefixOf(baseUrl)}/console/connect?${ctx.querystring}`)
    ctx.body = null
    ctx.status = 302
  },
})
