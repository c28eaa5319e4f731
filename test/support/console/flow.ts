// What a person does in the console, in a real browser. One browser for all of them: each person
// has a context of their own, and each flow ends with `quiet`. Servers come one after the other, at
// one address where the one before has gone.
import { openSharedBrowser, type TestBrowser } from '../browser.ts'
import { wantSamePort } from '../same-port.ts'
import { shared } from '../shared.ts'

const { fact } = shared(openSharedBrowser)

export function flow(title: string, check: (browser: TestBrowser) => Promise<void>): void {
  fact(title, async (browser) => {
    using _ = wantSamePort()
    await check(browser)
  })
}
