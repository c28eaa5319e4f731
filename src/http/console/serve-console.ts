import type { Context } from 'koa'
import type { ConsolePage } from '../../base/assets.ts'
import { escaped, isKept, prefixOf, tagOf } from '../docs/page.ts'
import { type ConsoleFile, openConsoleFiles } from './console-files.ts'
import { wantsPage } from './pages.ts'

/**
 * The browser's application: one page for every place of it, and the files that the page loads. It
 * stands behind the routes, and takes what none of them has: pages are no operations of the
 * interface, and no program asks for them.
 */

type Settings = { console: boolean; publicSearch: boolean; baseUrl: () => string }
type Next = () => Promise<unknown>

/** Below which the files lie, whose names change with what is in them. */
const filePath = /^\/console\/a\/([\w.-]+)$/

export function serveConsole({ settings }: { settings: Settings }) {
  return async (ctx: Context, next: Next) => {
    if (ctx.state.route === undefined && /^(GET|HEAD)$/.test(ctx.method)) {
      if (settings.publicSearch && ctx.path === '/' && wantsPage(ctx)) {
        return goTo(ctx, `${prefixOf(settings.baseUrl())}/public`)
      }
      if (settings.console && (await showConsole(ctx, settings.baseUrl()))) return
    }
    await next()
  }
}

/** Whether it was something of the console. */
async function showConsole(ctx: Context, baseUrl: string): Promise<boolean> {
  const name = filePath.exec(ctx.path)?.[1]
  if (name !== undefined) return sendFile(ctx, name)
  const isEntrance = ctx.path === '/' || ctx.path === '/console'
  const isPlace = ctx.path.startsWith('/console/') && !ctx.path.startsWith('/console/a/')
  if (!wantsPage(ctx) || !(isEntrance || isPlace)) return false
  if (isEntrance) goTo(ctx, `${prefixOf(baseUrl)}/console/`)
  else await sendPage(ctx, baseUrl)
  return true
}

function goTo(ctx: Context, address: string): void {
  ctx.state.route = ctx.path
  ctx.vary('Accept')
  ctx.set('Location', address)
  ctx.body = null
  ctx.status = 302
}

const yearSeconds = 365 * 24 * 3600

/** They say what a document may; a script, a style or a font has no use for two hundred bytes. */
const ofDocuments = [
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
]

async function sendFile(ctx: Context, name: string): Promise<boolean> {
  const { files } = await openConsoleFiles()
  const file = files.get(name)
  if (!file) return false
  ctx.state.route = '/console/a/:name'
  ctx.vary('Accept-Encoding')
  ctx.set('Cache-Control', `public, max-age=${yearSeconds}, immutable`)
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin')
  for (const header of ofDocuments) ctx.remove(header)
  ctx.type = file.type
  ctx.body = packedFor(ctx, file)
  return true
}

/** As small as the browser takes it. */
function packedFor(ctx: Context, { bytes, br, gzip }: ConsoleFile): Buffer {
  const taken = ctx.acceptsEncodings(['br', 'gzip', 'identity'])
  const packed = taken === 'br' ? br : taken === 'gzip' ? gzip : undefined
  if (packed === undefined) return bytes
  ctx.set('Content-Encoding', String(taken))
  return packed
}

/**
 * Nothing but what lies beside the page runs, is shown or is asked. No text becomes a script or
 * HTML anywhere: the application needs no such thing, so the browser refuses all of it. `blob:` is
 * what was bought and is played in place.
 */
const policy = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self'", "media-src 'self' blob:"],
  ...["font-src 'self'", "connect-src 'self'", "manifest-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
].join('; ')

const never = ['camera', 'geolocation', 'microphone', 'payment', 'usb']

async function sendPage(ctx: Context, baseUrl: string): Promise<void> {
  const { page } = await openConsoleFiles()
  const html = pageOf(page, prefixOf(baseUrl))
  ctx.state.route = '/console/*'
  ctx.vary('Accept')
  ctx.set('Content-Security-Policy', policy)
  ctx.set('Cross-Origin-Opener-Policy', 'same-origin')
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin')
  ctx.set('Referrer-Policy', 'no-referrer')
  ctx.set('Permissions-Policy', never.map((name) => `${name}=()`).join(', '))
  if (isKept(ctx, tagOf(html))) return
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = html
}

function pageOf(page: ConsolePage, prefix: string): string {
  const { entry, preloads, theme, styles, font, icon } = page
  const at = (name: string) => `${prefix}/console/a/${escaped(name)}`
  const preload = (name: string) => `<link rel="modulepreload" href="${at(name)}">`
  return `<!doctype html>
<html lang="en" data-prefix="${prefix}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Kontor</title>
<link rel="icon" href="${at(icon)}" type="image/svg+xml">
<script src="${at(theme)}"></script>
<link rel="stylesheet" href="${at(styles)}">
<link rel="preload" href="${at(font)}" as="font" type="font/woff2" crossorigin>
${preloads.map(preload).join('\n')}
<script type="module" src="${at(entry)}"></script>
<noscript><p>The console needs scripts. <a href="${prefix}/docs">The documentation</a> does not.</p>
</noscript>
<div id="app"><p class="boot" role="status">Kontor …</p></div>
</html>
`
}
