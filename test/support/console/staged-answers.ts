// What the server would answer to a screen, without the server: the examples that the OpenAPI
// documents give of each operation, held back, emptied, multiplied or refused. A screen is so put
// into any state that there is, at the cost of drawing it.
import type { Page } from 'puppeteer-core'
import { openapiText } from '../../../src/http/openapi/openapi-text.ts'

/** How whatever the page asks is answered from now on. */
export type Mode = 'ready' | 'held' | 'empty' | 'many' | 'refused' | 'forbidden' | 'ended' | 'lost'

/** Rows that there are where there are many. */
const rowsOfMany = 2_000
/** What no question cuts into pages, the server itself bounds: by days, by what it keeps. */
const bounds: Readonly<Record<string, number>> = {
  accounts: 20,
  abilities: 12,
  backups: 60,
  capabilities: 20,
  columns: 100,
  failures: 20,
  generations: 8,
  imports: 100,
  invoices: 60,
  jobs: 40,
  models: 4,
  months: 24,
  passkeys: 10,
  payments: 20,
  points: 366,
  roots: 20,
  routes: 250,
  same_content: 4,
  sample_passages: 5,
  search_nodes: 12,
  series: 366,
  simulated: 12,
  steps: 12,
  top_keywords: 20,
  watches: 20,
  work: 20,
}
const boundOfOthers = 1_000
/** What a refusal says, and the id by which the log knows it. */
export const refusal = { sentence: 'The disk is full of herrings.', id: 'req_herrings' } as const

type Operation = {
  parameters?: { name: string; in: string }[]
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}
type Answer = { method: string; path: string; isPaged: boolean; body: unknown }

/** Pictures are not asked for by the program, but by the browser. */
const picture = {
  contentType: 'image/gif',
  body: Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64'),
}

/** Made once: the documents are long. */
let known: string | undefined

/** Of each operation what its document shows. */
function answers(): Answer[] {
  return (['b', 'c'] as const).flatMap((name) => {
    const { paths } = JSON.parse(openapiText(name, 'http://localhost')) as {
      paths: Record<string, Record<string, Operation>>
    }
    return Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { parameters = [], responses }]) => {
        const good = Object.keys(responses).find((status) => status.startsWith('2')) ?? ''
        const body = responses[good]?.content?.['application/json']?.example
        const isPaged = parameters.some((one) => one.name === 'limit') || path === '/v1/search'
        return body === undefined ? [] : [{ method: method.toUpperCase(), path, isPaged, body }]
      }),
    )
  })
}

/**
 * From now on the page asks nobody but for its own files and who sits there. `staged.mode` says
 * how it is answered, and `staged.held` are the answers that wait.
 */
export async function stage(page: Page): Promise<void> {
  page.on('request', (request) => {
    const isPicture = /image$/.test(new URL(request.url()).pathname)
    void (isPicture ? request.respond(picture) : request.continue())
  })
  await page.setRequestInterception(true)
  known ??= JSON.stringify(answers())
  await page.evaluate(`(() => {
    const answers = ${known}
    const [most, bounds, others, refusal] =
      ${JSON.stringify([rowsOfMany, bounds, boundOfOthers, refusal])}
    ${inPage}
  })()`)
}

// What runs in the page is text here: this project has no types for what browsers have.
const inPage = `
  for (const answer of answers) {
    answer.parts = answer.path.split('/')
    answer.text = JSON.stringify(answer.body)
  }
  const isVariable = (part) => part.startsWith('{')
  const named = ({ parts }) => parts.filter((part) => !isVariable(part)).length
  const findAnswer = (method, path) => {
    const given = path.split('/')
    return answers
      .filter((it) => it.method === method && it.parts.length === given.length)
      .filter(({ parts }) => parts.every((part, i) => isVariable(part) || part === given[i]))
      .sort((a, b) => named(b) - named(a))[0]
  }
  const emptied = (value) => {
    if (Array.isArray(value)) return []
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) =>
      [key, key === 'total' || key.startsWith('total_') ? 0 : key === 'next_cursor' ? null
        : emptied(one)]))
  }
  // Rows are told apart by their ids, and by whatever else is unlike in the real ones.
  const rowOf = (row, n) => typeof row === 'string' ? row + ' ' + n : Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      if (typeof value !== 'string') return [key, value]
      if (/^[a-z]+_[0-9a-z]{26}$/.test(value)) {
        return [key, value.slice(0, -6) + String(n).padStart(6, '0')]
      }
      const isName = /^(id|key|name|code|label|path|folder|file|filename|route|title)$/.test(key)
      return [key, isName ? value + ' ' + n : value]
    }))
  const multiplied = (data, { isPaged, asked }) => {
    const at = Number(asked.offset ?? asked.cursor ?? 0)
    const rows = Math.min(Number(asked.limit ?? 50), most - at)
    for (const [key, value] of Object.entries(data)) {
      if (Array.isArray(value) && value.length > 0 && typeof value[0] === 'object') {
        const length = isPaged ? rows : (bounds[key] ?? others)
        data[key] = Array.from({ length }, (_, i) => rowOf(value[0], at + i))
      }
      if (key === 'total') data[key] = most
      if (key === 'next_cursor') data[key] = isPaged && at + rows < most ? String(at + rows) : null
    }
    return data
  }
  const multipliedIn = (said, how) => {
    if (Array.isArray(said)) return multiplied({ rows: said }, how).rows
    if (said.data) multiplied(said.data, how)
    else multiplied(said, how)
    return said
  }
  const refused = (status, code) => new Response(
    JSON.stringify({ error: { code, message: refusal.sentence, details: null,
      request_id: refusal.id } }),
    { status, headers: { 'x-request-id': refusal.id, 'content-type': 'application/json' } })
  const real = window.fetch.bind(window)
  const staged = window.staged = { mode: 'ready', held: [], unknown: [], asked: 0 }
  const until = (signal) => new Promise((go, stop) => {
    staged.held.push(go)
    signal?.addEventListener('abort', () => stop(signal.reason), { once: true })
  })
  window.fetch = async (input, init = {}) => {
    const url = new URL(input, location.href)
    const { method = 'GET', signal, body } = init
    if (url.pathname === '/v1/events') return new Promise(() => {})
    if (method === 'GET' && url.pathname === '/console/session') return real(input, init)
    staged.asked++
    signal?.throwIfAborted()
    if (staged.mode === 'held') await until(signal)
    const { mode } = staged
    if (mode === 'lost') throw new TypeError('Failed to fetch')
    if (mode === 'refused') return refused(500, 'internal_error')
    if (mode === 'forbidden') return refused(403, 'forbidden')
    const isLogIn = url.pathname === '/console/session'
    if (mode === 'ended' && !isLogIn) return refused(401, 'unauthorized')
    if (isLogIn) staged.mode = 'ready'
    const answer = findAnswer(method, url.pathname)
    if (!answer) {
      staged.unknown.push(method + ' ' + url.pathname)
      return refused(404, 'not_found')
    }
    const said = JSON.parse(answer.text)
    const asked = () => ({ ...Object.fromEntries(url.searchParams), ...JSON.parse(body ?? '{}') })
    const shown = mode === 'empty' ? emptied(said)
      : mode === 'many' ? multipliedIn(said, { asked: asked(), isPaged: answer.isPaged }) : said
    return new Response(JSON.stringify(shown), { status: 200,
      headers: { 'content-type': 'application/json', 'x-request-id': 'req_staged' } })
  }
  const drawn = () => new Promise((go) => setTimeout(go, 12))
  staged.drawn = drawn
  const go = (place) => {
    history.pushState(null, '', '/console' + place)
    dispatchEvent(new PopStateEvent('popstate'))
  }
  // By way of a place that is none, so that the screen is drawn anew.
  staged.go = async (place, mode) => {
    staged.mode = mode
    staged.held = []
    go('/nowhere-at-all')
    await drawn()
    await drawn()
    const before = document.querySelector('h1')
    go(place)
    for (let looks = 0; looks < 60 && before?.isConnected; looks++) await drawn()
  }
  const isBusy = () => !document.querySelector('main h1, main [role=alert]') ||
    document.querySelector('main .skeleton, main [aria-busy=true], main .grid-wait')
  staged.comes = async () => {
    for (let looks = 0, still = 0; still < 2 && looks < 120; looks++) {
      await drawn()
      still = isBusy() ? 0 : still + 1
    }
    return !isBusy()
  }
`
