import { createHash } from 'node:crypto'
import * as z from 'zod'
import { readAsset } from '../../base/assets.ts'
import { NotFound } from '../../base/errors.ts'
import { route } from '../route.ts'

/** Draws the document that the page names. No validator of others' is asked. */
const script = `
const place = document.getElementById('reference')
window.reference = SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  onComplete: () => { place.dataset.drawn = 'true' },
})
`

const style = `
body { margin: 0; background: #fff; color: #3b4151 }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: .8rem 1.2rem;
  font: 15px/1.5 system-ui, sans-serif; border-bottom: 1px solid #d8dde7 }
nav a { color: #1f5fbf }
noscript { font: 15px/1.5 system-ui, sans-serif }
noscript p { padding: 1.2rem }
`

type Kind = 'text/javascript' | 'text/css'
type Source = { kind: Kind; read(): Buffer }

const sources: Readonly<Record<string, Source>> = {
  'swagger-ui-bundle.js': packaged('text/javascript', 'swagger-ui-bundle.js'),
  'swagger-ui.css': packaged('text/css', 'swagger-ui.css'),
  'reference.js': { kind: 'text/javascript', read: () => Buffer.from(script) },
  'reference.css': { kind: 'text/css', read: () => Buffer.from(style) },
}

function packaged(kind: Kind, name: string): Source {
  return { kind, read: () => readAsset('reference', name) }
}

/** What the reference pages load; nothing else under this path is there. */
export const docsAsset = route({
  id: 'docsAsset',
  method: 'get',
  path: '/docs/assets/:name',
  summary: 'A file of the API reference',
  tag: 'Documentation',
  access: 'none',
  params: z.object({ name: z.string() }),
  status: 200,
  reply: null,
  errors: [404],
  raw: true,
  media: ['text/javascript', 'text/css'],
  run({ params: { name }, http: { ctx } }) {
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined
    if (!source) throw new NotFound('file')
    const { bytes, etag } = loaded(name, source)
    ctx.status = 200
    ctx.set('ETag', etag)
    ctx.set('Cache-Control', 'no-cache')
    if (ctx.fresh) {
      ctx.status = 304
      return
    }
    ctx.type = `${source.kind}; charset=utf-8`
    ctx.body = bytes
  },
})

type Loaded = { bytes: Buffer; etag: string }

/** Read at the first request: most servers never show the reference. */
const files = new Map<string, Loaded>()

function loaded(name: string, source: Source): Loaded {
  const known = files.get(name)
  if (known) return known
  const bytes = source.read()
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  const file = { bytes, etag }
  files.set(name, file)
  return file
}
