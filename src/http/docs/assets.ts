import * as z from 'zod'
import { hasAsset, type Manual, readAsset } from '../../base/assets.ts'
import { NotFound } from '../../base/errors.ts'
import { get } from '../route.ts'
import { openManual } from './open-manual.ts'
import { isKept, tagOf } from './page.ts'

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
  // A browser that is logged in would show two credentials.
  requestInterceptor: (request) => Object.assign(request, { credentials: 'omit' }),
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

const pictureKinds = { webp: 'image/webp', svg: 'image/svg+xml' } as const

type PictureKind = (typeof pictureKinds)[keyof typeof pictureKinds]
type Kind = 'text/javascript' | 'text/css' | 'application/json' | PictureKind
type Source = { kind: Kind; read(): Buffer | Promise<Buffer> }

const sources: Readonly<Record<string, Source>> = {
  'swagger-ui-bundle.js': packaged('text/javascript', 'swagger-ui-bundle.js'),
  'swagger-ui.css': packaged('text/css', 'swagger-ui.css'),
  'reference.js': { kind: 'text/javascript', read: () => Buffer.from(script) },
  'reference.css': { kind: 'text/css', read: () => Buffer.from(style) },
  'manual.css': ofManual('text/css', 'manual.css'),
  'manual.js': ofManual('text/javascript', 'manual.js'),
  'manual-index.json': ofManual('application/json', 'manual-index.json'),
}

/** A screen, as the manual shows it, or a drawing. */
function pictureOf(name: string): Source | undefined {
  const path = `pictures/${name}`
  const [, ending] = /^[\w-]+\.(webp|svg)$/.exec(name) ?? []
  if (ending === undefined || !hasAsset('manual', path)) return undefined
  return {
    kind: pictureKinds[ending as keyof typeof pictureKinds],
    read: () => readAsset('manual', path),
  }
}

function packaged(kind: Kind, name: string): Source {
  return { kind, read: () => readAsset('reference', name) }
}

function ofManual(kind: Kind, name: keyof Manual['files']): Source {
  return { kind, read: async () => Buffer.from((await openManual()).files[name]) }
}

/** What the reference and the manual load; nothing else under this path is there. */
export const docsAsset = get('/docs/assets/:name', {
  id: 'docsAsset',
  summary: 'A file of the API reference or of the manual',
  tag: 'Documentation',
  access: 'none',
  params: z.object({ name: z.string() }),
  reply: null,
  errors: [404],
  raw: true,
  media: ['text/javascript', 'text/css', 'application/json', ...Object.values(pictureKinds)],
  async run({ params: { name }, http: { ctx } }) {
    const source = Object.hasOwn(sources, name) ? sources[name] : pictureOf(name)
    if (!source) throw new NotFound('file')
    const { bytes, etag } = await loaded(name, source)
    if (isKept(ctx, etag)) return
    ctx.type = source.kind.startsWith('image/') ? source.kind : `${source.kind}; charset=utf-8`
    ctx.body = bytes
  },
})

type Loaded = { bytes: Buffer; etag: string }

/** Read at the first request: most servers never show the reference. */
const files = new Map<string, Loaded>()

async function loaded(name: string, source: Source): Promise<Loaded> {
  const known = files.get(name)
  if (known) return known
  const bytes = await source.read()
  const file = { bytes, etag: tagOf(bytes) }
  files.set(name, file)
  return file
}
