import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import { escaped, prefixOf, sendHtml } from '../docs/page.ts'
import type { HttpFacts } from '../route.ts'
import { lettersOn, readable } from './colours.ts'
import type { PublicFace } from './public-face.ts'
import { inEachLanguage, type Speech, type Words } from './speech/speech.ts'

/** A page for everybody, as its author writes it: HTML, in which every text is `escaped`. */
export type PublicPage = {
  /** Empty on the first page: the name stands alone. */
  title: string
  content: string
  /** One sentence or two for whoever has not opened it: search engines, and where it is sent. */
  about: string
  /** One that answers a question is not to be found by other search engines. */
  isAnswer: boolean
  /** What is said of it in the words of schema.org, for search engines. */
  data: unknown
  speech: Speech
}

/**
 * Sends a page that needs nothing but itself: no script, one style that the browser knows by its
 * hash, the operator's logo from this server, and a form that goes nowhere else.
 */
export function sendPublicPage(
  http: HttpFacts,
  { title, content, data, speech, ...said }: PublicPage,
): void {
  const { ctx, baseUrl, publicFace: face } = http
  const prefix = prefixOf(baseUrl)
  const { origin } = new URL(baseUrl)
  const languages = inEachLanguage(http)
  const alternates = languages.map(({ locale, address }) => {
    return `<link rel="alternate" hreflang="${locale}" href="${origin}${address}">`
  })
  const whole = title === '' ? face.name : `${title} · ${face.name}`
  const languageLinks = languages.map((one) => linkTo(one, speech))
  const html = `<!doctype html>
<html lang="${speech.locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(whole)}</title>
${headOf(http, { ...said, title: title || face.name, speech })}
${alternates.join('\n')}
<link rel="alternate" type="text/turtle" href="${prefix}/catalog.ttl">
<link rel="alternate" type="application/ld+json" href="${prefix}/catalog.jsonld">
<style>${styleOf(face.color)}</style>
<script type="application/ld+json">${dataText(data)}</script>
<header><a class="home" href="${speech.to('/public')}">${nameOf(face, prefix)}</a>
<nav>${navigation(face, { prefix, words: speech.words })}</nav></header>
<main>
${content}
</main>
<footer><p>${footer(face, { prefix, words: speech.words })}</p>
<nav aria-label="${speech.words.languages}">${languageLinks.join('\n')}</nav>
</footer>
</html>
`
  sendHtml(ctx, { html, policy: policyOf(face.color) })
  ctx.set('Content-Language', speech.locale)
  letBeKept(ctx)
}

type Said = Pick<PublicPage, 'title' | 'about' | 'isAnswer' | 'speech'>

/** What is read by machines that show the page to people elsewhere. */
function headOf(
  { ctx, baseUrl, publicFace: face }: HttpFacts,
  { title, about, isAnswer, speech }: Said,
): string {
  const what = escaped(shortened(about))
  const description = `<meta name="description" content="${what}">`
  if (isAnswer) return `${description}\n<meta name="robots" content="noindex">`
  const address = `${new URL(baseUrl).origin}${speech.to(ctx.path)}`
  const shared = [
    ['type', 'website'],
    ['site_name', escaped(face.name)],
    ['title', escaped(title)],
    ['description', what],
    ['url', address],
  ]
  const properties = shared.map(([name, value]) => {
    return `<meta property="og:${name}" content="${value}">`
  })
  return [description, `<link rel="canonical" href="${address}">`, ...properties].join('\n')
}

/** Nobody shows more of it. */
const aboutMaxChars = 300

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= aboutMaxChars ? line : `${line.slice(0, aboutMaxChars - 1).trimEnd()}…`
}

/** The name of a language is read in it. */
function linkTo(
  { locale, name, address }: ReturnType<typeof inEachLanguage>[number],
  { locale: spoken }: Speech,
): string {
  const current = locale === spoken ? ' aria-current="true"' : ''
  return `<a href="${address}" lang="${locale}" hreflang="${locale}"${current}>${name}</a>`
}

/** A browser takes no script out of it: `<` ends nothing in JSON that is written so. */
function dataText(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/** Nothing depends on who looks but the language. */
function letBeKept(ctx: Context): void {
  ctx.vary('Accept-Language')
  ctx.set('Cache-Control', 'public, max-age=60')
}

function nameOf({ logo, name }: PublicFace, prefix: string): string {
  const picture = logo === undefined ? '' : `<img src="${prefix}/public/logo" alt="" height="36">`
  return `${picture}${escaped(name)}`
}

type Saying = { prefix: string; words: Words }

function navigation({ hasConsole, isSignupOpen }: PublicFace, { prefix, words }: Saying): string {
  const { manual, api, logIn, signUp } = words
  const links = [
    `<a href="${prefix}/docs/manual">${manual}</a>`,
    `<a href="${prefix}/docs">${api}</a>`,
  ]
  if (hasConsole) links.push(`<a href="${prefix}/console/">${logIn}</a>`)
  if (isSignupOpen) links.push(`<a class="deed" href="${prefix}/console/join">${signUp}</a>`)
  return links.join('\n')
}

function footer({ contact, imprint, privacy }: PublicFace, { prefix, words }: Saying): string {
  const links = [
    contact === undefined ? '' : `<a href="mailto:${escaped(contact)}">${escaped(contact)}</a>`,
    imprint === undefined ? '' : `<a href="${escaped(imprint)}">${words.imprint}</a>`,
    privacy === undefined ? '' : `<a href="${escaped(privacy)}">${words.privacy}</a>`,
    `<a href="${prefix}/catalog.ttl">${words.catalogue}</a>`,
  ]
  return links.filter(Boolean).join(' · ')
}

const styles = new Map<string, string>()

function styleOf(color: string): string {
  const known = styles.get(color)
  if (known !== undefined) return known
  const made = writeStyle(color)
  styles.set(color, made)
  return made
}

function policyOf(color: string): string {
  const styleHash = createHash('sha256').update(styleOf(color)).digest('base64')
  return (
    `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; ` +
    "form-action 'self'; frame-ancestors 'none'"
  )
}

const inks = { light: '#1b1b1a', dark: '#e8e6e1' }
const grounds = { light: '#ffffff', dark: '#1b1b1a' }

function writeStyle(color: string): string {
  const linkIn = (scheme: 'light' | 'dark') => {
    return readable(color, { ink: inks[scheme], ground: grounds[scheme] })
  }
  return `
:root { color-scheme: light dark; --tint: ${color}; --on-tint: ${lettersOn(color)};
  --ink: light-dark(${inks.light}, ${inks.dark}); --soft: light-dark(#5b5a55, #a9a7a0);
  --ground: light-dark(${grounds.light}, ${grounds.dark}); --line: light-dark(#dddcd6, #3a3a37);
  --mark: light-dark(#fff2b8, #5a4c12);
  --link: light-dark(${linkIn('light')}, ${linkIn('dark')}) }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink);
  background: var(--ground) }
header, main, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem }
header { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: center;
  justify-content: space-between; padding-block: 1rem; border-bottom: 3px solid var(--tint) }
.home { display: flex; gap: .7rem; align-items: center; font-weight: 650; font-size: 1.15rem;
  color: inherit; text-decoration: none }
nav { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; align-items: center }
a { color: var(--link) } main { padding-block: 2rem } main, .home { overflow-wrap: anywhere }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .6rem }
h2 { margin: 2.4rem 0 .6rem; font-size: 1.25rem }
p { max-width: 44rem } .soft { color: var(--soft) }
.deed, button { background: var(--tint); color: var(--on-tint); border: 0; border-radius: 6px;
  padding: .5rem 1rem; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
form { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1.2rem 0 }
input { flex: 1 1 18rem; min-width: 0; font: inherit; padding: .5rem .7rem; color: inherit;
  background: var(--ground); border: 1px solid var(--soft); border-radius: 6px }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
ol, ul { list-style: none; margin: 0; padding: 0 }
li { padding: .9rem 0; border-bottom: 1px solid var(--line) }
li h3 { margin: 0; font-size: 1.05rem } li p { margin: .25rem 0 }
mark { background: var(--mark); color: inherit }
blockquote { margin: .3rem 0; padding-inline-start: .8rem;
  border-inline-start: 3px solid var(--line) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.5rem }
dt { color: var(--soft) } dd { margin: 0 }
[aria-current] { color: inherit; font-weight: 600; text-decoration: none }
footer { padding-block: 1.5rem; border-top: 1px solid var(--line); color: var(--soft);
  font-size: .9rem }
@media (max-width: 30rem) {
  dl { grid-template-columns: 1fr } dd { margin-bottom: .5rem } h1 { font-size: 1.6rem }
}
@media print { header nav, form, footer { display: none } }
`
}
