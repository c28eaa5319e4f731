// A browser on its way through a provider: it keeps the cookies of each place, and follows.
import type { Answer, TestApp } from '../open-test-app.ts'

export type Wanderer = {
  /** Cookies by origin and name. */
  jar: Map<string, Map<string, string>>
  get(url: string, headers?: Record<string, string>): Promise<Response>
  cookies(url: string): string
}

export function openWanderer(): Wanderer {
  const jar: Wanderer['jar'] = new Map()
  const cookies = (url: string) =>
    [...(jar.get(new URL(url).origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    jar,
    cookies,
    async get(url, headers = {}) {
      const cookie = cookies(url)
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      })
      const kept = jar.get(new URL(url).origin) ?? new Map<string, string>()
      jar.set(new URL(url).origin, kept)
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (/Max-Age=0|1970/.test(line)) kept.delete(name)
        else kept.set(name, value)
      }
      return response
    },
  }
}

/** Begins a log-in; gives where the provider is asked. */
export async function begin(
  app: Pick<TestApp, 'url'>,
  { by, to = '', browser }: { by: string; to?: string; browser: Wanderer },
): Promise<URL> {
  const response = await browser.get(`${app.url}/console/oidc/${by}/start${to}`)
  const place = response.headers.get('location')
  if (response.status !== 302 || place === null) {
    throw new Error(`${response.status} ${await response.text()}`)
  }
  return new URL(place)
}

/** Goes through the provider; gives the address by which it sends the browser back. */
export async function throughProvider(
  app: Pick<TestApp, 'url'>,
  { from, browser }: { from: URL; browser: Wanderer },
): Promise<string> {
  let at = from.href
  for (let step = 0; step < 10 && !at.startsWith(`${app.url}/`); step++) {
    const response = await browser.get(at)
    const next = response.headers.get('location')
    if (next === null) throw new Error(`${at}: ${response.status} ${await response.text()}`)
    at = new URL(next, at).href
  }
  return at
}

export async function asAnswer(response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const body = isJson ? JSON.parse(bytes.toString('utf8')) : bytes.toString('utf8')
  return { status: response.status, headers: response.headers, bytes, body }
}

/** The whole way. Gives the answer of the callback. */
export async function signIn(
  app: Pick<TestApp, 'url'>,
  { by, to, browser }: { by: string; to?: string; browser: Wanderer },
): Promise<Answer> {
  const from = await begin(app, { by, browser, ...(to !== undefined && { to }) })
  return asAnswer(await browser.get(await throughProvider(app, { from, browser })))
}

/** A request of a page of this server, in the browser. */
export async function onPage(
  app: Pick<TestApp, 'url'>,
  { browser, path, method = 'GET' }: { browser: Wanderer; path: string; method?: string },
): Promise<Answer> {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      cookie: browser.cookies(app.url),
      'sec-fetch-site': 'same-origin',
      'x-kontor-console': '1',
      origin: app.url,
    },
  })
  return asAnswer(response)
}
