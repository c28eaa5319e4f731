import type { Page } from 'puppeteer-core'

/**
 * Goes to each place as a link does, and tells what moved there while it came: whoever aims at
 * something that moves presses something else. Answers come the other way round, so that what is
 * above comes after what is below it, or in the order in which they were asked for.
 */
export async function shiftsAt(
  page: Page,
  places: readonly string[],
  { inOrder = false } = {},
): Promise<string[]> {
  return (await page.evaluate(`(async () => {
    const inOrder = ${inOrder}
    ${watching}
    for (const place of ${JSON.stringify(places)}) await comes(place)
    window.fetch = ask
    return [...new Set(moved)]
  })()`)) as string[]
}

/** Below this nobody sees it, and the design allows it. */
const shiftMax = 0.01
/** Between two answers, and how many there may be. */
const [stepMs, answersMax] = [15, 10]

// What runs in the page is text here: this project has no types for what browsers have.
const watching = `
  const moved = []
  let at = ''
  const named = ({ node }) => (node?.tagName ?? '') + ' ' +
    (node?.textContent ?? '').trim().slice(0, 40)
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      // What a place that is not there moves, nobody aims at.
      if (value < ${shiftMax} || at === '') continue
      moved.push(at + ' ' + value.toFixed(3) + ': ' + sources.map(named).join(' | '))
    }
  }).observe({ type: 'layout-shift' })
  const ask = fetch
  let asked = 0
  window.fetch = async (...order) => {
    const turn = asked++ % ${answersMax}
    const waits = (inOrder ? turn + 1 : ${answersMax} - turn) * ${stepMs}
    const answer = await ask(...order)
    await new Promise((go) => setTimeout(go, waits))
    return answer
  }
  const drawn = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))
  const go = (place) => {
    history.pushState(null, '', '/console' + place)
    dispatchEvent(new PopStateEvent('popstate'))
  }
  const comes = async (place) => {
    at = ''
    go('/nowhere-at-all')
    await drawn()
    await drawn()
    at = place
    asked = 0
    go(place)
    const isThere = () => document.querySelector('main h1') &&
      !document.querySelector('main .skeleton, main [aria-busy=true]')
    for (let looks = 0, whole = 0; whole < 3 && looks < 200; looks++) {
      await new Promise((later) => setTimeout(later, 25))
      whole = isThere() ? whole + 1 : 0
    }
    await drawn()
  }`
