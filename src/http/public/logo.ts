import * as z from 'zod'
import { NotFound } from '../../base/errors.ts'
import { isKept, tagOf } from '../docs/page.ts'
import { get } from '../route.ts'

export const publicLogo = get('/public/logo', {
  id: 'publicLogo',
  summary: 'The logo that the public pages show',
  tag: 'Public pages',
  access: 'none',
  reply: z.string(),
  errors: [404],
  raw: true,
  media: ['image/svg+xml', 'image/png', 'image/webp'],
  run({ http: { ctx, publicFace } }) {
    const { logo } = publicFace
    if (!logo) throw new NotFound('logo')
    if (isKept(ctx, tagOf(logo.bytes))) return
    ctx.type = logo.kind
    // A drawing that is opened by itself runs nothing.
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    ctx.body = logo.bytes
  },
})
