import * as z from 'zod'
import { InvalidInput } from '../../base/errors.ts'
import { readFields } from '../body/fields-once.ts'
import { emptyObject } from '../fields.ts'
import { post } from '../route.ts'

const tokenMaxChars = 16_384
const LogoutForm = z.object({ logout_token: z.string() }).meta({ id: 'BackChannelLogout' })

/** OpenID Connect Back-Channel Logout 1.0, 2.5. */
export const endByProvider = post('/console/oidc/:id/backchannel-logout', {
  id: 'endByProvider',
  summary: 'For providers: ends the sessions that came from one of theirs',
  description:
    'The back-channel logout URI to be known to the provider. Its logout_token is what counts: ' +
    'signed by it, for this client, not older than five minutes, and taken once.',
  tag: 'Browser sessions',
  access: 'none',
  neverReplayed: true,
  params: z.object({ id: z.string() }),
  takes: LogoutForm,
  takesAs: 'application/x-www-form-urlencoded',
  reply: emptyObject,
  errors: [400, 404, 413, 503],
  async run({ rooms, cmd, params, http: { ctx } }) {
    const logoutToken = tokenIn(await readFields(ctx))
    await rooms.identity.endByProvider(cmd, { providerId: params.id, logoutToken })
    ctx.set('Cache-Control', 'no-store')
  },
  present: () => ({}),
})

/** The one of a form. Throws InvalidInput. */
function tokenIn(fields: ReadonlyMap<string, string>): string {
  const token = fields.get('logout_token')
  if (token !== undefined && token.length <= tokenMaxChars) return token
  throw new InvalidInput({
    field: 'logout_token',
    reason: token === undefined ? 'required' : 'invalid_value',
    message: 'logout_token must be there once, and no longer than 16,384 characters.',
  })
}
