// A page of the server in a browser: it keeps the cookie and says where its requests come from.
import * as assert from 'uvu/assert'
import type { Answer, Asked, TestApp } from './open-test-app.ts'
import { password } from './open-test-app.ts'

export type BrowserPage = {
  /** What the browser sends as Cookie. */
  cookie(): string
  call(method: string, path: string, asked?: Asked): Promise<Answer>
  logIn(email: string): Promise<Answer>
}

/** What a browser says of a request that a page of this server makes. */
export function fromOwnPage(app: Pick<TestApp, 'url'>): Record<string, string> {
  return { 'sec-fetch-site': 'same-origin', 'x-kontor-console': '1', origin: app.url }
}

export function openPage(app: Pick<TestApp, 'url' | 'call'>): BrowserPage {
  let cookie = ''
  const call = async (method: string, path: string, asked: Asked = {}) => {
    const own = { ...fromOwnPage(app), ...(cookie === '' ? {} : { cookie }) }
    const answer = await app.call(method, path, {
      ...asked,
      headers: { ...own, ...asked.headers },
    })
    for (const line of answer.headers.getSetCookie()) {
      cookie = line.includes('Max-Age=0') ? '' : (line.split(';')[0] as string)
    }
    return answer
  }
  return {
    cookie: () => cookie,
    call,
    async logIn(email) {
      const answer = await call('POST', '/console/session', { body: { email, password } })
      assert.is(answer.status, 200, JSON.stringify(answer.body))
      return answer
    },
  }
}
