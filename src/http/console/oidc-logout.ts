import * as z from 'zod'
import { InvalidInput } from '../../base/errors.ts'
import { readBodyText } from '../body/read-body.ts'
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
    const logoutToken = tokenIn(ctx.is('urlencoded') ? await readBodyText(ctx) : undefined)
    await rooms.identity.endByProvider(cmd, { providerId: params.id, logoutToken })
    ctx.set('Cache-Control', 'no-store')
  },
  present: () => ({}),
})

/** The one of a form. Throws InvalidInput. */
function tokenIn(form: string | undefined): string {
  if (form === undefined) {
    throw new InvalidInput({
      field: 'body',
      reason: 'content_type',
      message: 'The body must be a form: send content-type: application/x-www-form-urlencoded.',
    })
  }
  const [token, more] = new URLSearchParams(form).getAll('logout_token')
  if (token !== undefined && more === undefined && token.length <= tokenMaxChars) return token
  throw new InvalidInput({
    field: 'logout_token',
    reason: token === undefined ? 'required' : 'invalid_value',
    message: 'logout_token must be there once, and no longer than 16,384 characters.',
  })
}
