// Takes screens through every state that they can be in, and tells what is wrong there.
import type { Page } from 'puppeteer-core'
import { refusal } from './staged-answers.ts'

const states = ['held', 'ready', 'refused', 'ended', 'empty', 'lost', 'many'] as const
type State = (typeof states)[number]

export type ScreenRow = {
  /** Where it is: `/data/dset_…`. */
  at: string
  /** It asks nothing until it is sent: what it says to its own form is looked at. */
  isForm?: boolean
  /** Who takes the next step where there is nothing to press, in the words of the screen. */
  next?: string
  /** States that it cannot be in, each with its reason. */
  never?: Partial<Record<State, string>>
  /** More elements than others draw: charts have two for each point that the server gives. */
  most?: number
}

/** The design allows that much movement between a screen that waits and one that has come. */
const shiftMax = 0.1
/** Elements of a screen that shows a page of a long list, or its part. */
const elementsMax = 3_500

/**
 * On a page that is staged, a screen after the other: a slow machine takes its time. A finding is
 * `/place state: what is wrong`.
 */
export async function findingsIn(page: Page, rows: readonly ScreenRow[]): Promise<string[]> {
  const found: string[] = []
  const look = async (row: ScreenRow, wanted: readonly State[]) => {
    const facts = { row, wanted, refusal, shiftMax, elementsMax }
    const wrong = await page.evaluate(`(async () => {
      const { row, wanted, refusal, shiftMax, elementsMax } = ${JSON.stringify(facts)}
      ${walking}
    })()`)
    found.push(...(wrong as string[]))
  }
  const few = states.filter((state) => state !== 'many')
  await page.setViewport(desk)
  for (const row of rows) await look(row, few)
  await page.setViewport(telephone)
  for (const row of rows) await look(row, ['many'])
  return found
}

/** Drawn with few dots: what stands where is the same, and a processor draws all of it. */
const coarse = { height: 640, deviceScaleFactor: 0.25 }
const desk = { width: 1100, ...coarse }
/** What is long has to be narrow enough for one as well. */
const telephone = { width: 360, ...coarse }

const isTooWide = `[document.documentElement, ...document.querySelectorAll('main')]
  .some((it) => it.scrollWidth > it.clientWidth)`

// What runs in the page is text here: this project has no types for what browsers have.
const walking = `
  const found = []
  const { drawn } = staged
  const all = (selector) => [...document.querySelectorAll(selector)]
  const says = (text) => document.body.innerText.includes(text)
  const soon = async (isSo) => {
    for (let looks = 0; looks < 60 && !isSo(); looks++) await drawn()
    return isSo()
  }
  const painted = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))
  let shift = 0
  let moved = ''
  const watch = new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      shift += value
      moved += sources.map(({ node }) => ' ' + node?.nodeName + '.' + node?.className).join()
    }
  })
  watch.observe({ type: 'layout-shift' })
  const fill = (field, value) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
    set.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const filled = (root) => {
    for (const field of root.querySelectorAll('input[required]')) {
      fill(field, field.type === 'email' ? 'ada@example.eu' : 'twelve dozen herrings')
    }
  }
  const textField = 'main :is(input:not([type]), input[type=text], input[type=search])'
  const press = (name) => all('main button').find((it) => it.innerText.trim() === name)?.click()
  const alerts = () => all('main [role=alert]').length
  const isRefused = () => says(refusal.sentence) && says(refusal.id)

  const form = async ({ at }, state) => {
    await staged.go(at, 'ready')
    await staged.comes()
    const it = document.querySelector('main form, form')
    filled(it)
    const before = all('input').map(({ value }) => value).join()
    staged.mode = state
    it.requestSubmit()
    await drawn()
    const kept = () => all('input').map(({ value }) => value).join() === before
    if (state === 'held') {
      const waits = () => it.querySelector('button[type=submit]').ariaDisabled === 'true'
      const isBusy = await soon(() => it.ariaBusy === 'true' && waits())
      if (!isBusy) return 'does not say that it waits'
    }
    if (state === 'refused' && !(await soon(isRefused))) return 'the refusal is not shown'
    const isLost = () => says('The server cannot be reached')
    if (state === 'lost' && !(await soon(isLost))) return 'does not say that there is no line'
    if (!kept()) return 'what was typed is gone'
  }

  const screen = {
    async held({ at }) {
      await staged.go(at, 'held')
      const waits = () => all('main .skeleton, main [aria-busy=true]').length > 0
      if (!(await soon(waits))) return 'nothing stands where it will be'
      shift = 0
      moved = ''
      // What is above comes after what is below.
      for (let quiet = 0; quiet < 3; ) {
        const answer = staged.held.pop()
        quiet = answer ? 0 : quiet + 1
        if (answer) {
          staged.mode = 'ready'
          answer()
        }
        staged.mode = 'held'
        await painted()
      }
      staged.mode = 'ready'
      if (!(await staged.comes())) return 'does not come'
      if (shift > shiftMax) return 'moves by ' + shift.toFixed(3) + moved
    },
    async ready({ at, never, isForm }) {
      if (never?.held || isForm) await staged.go(at, 'ready')
      if (!(await staged.comes())) return 'does not come'
      if (alerts() > 0) return 'complains'
      if (all('main h1').length !== 1) return 'has no name, or two'
    },
    async refused({ at }) {
      await staged.go(at, 'refused')
      if (!(await soon(isRefused))) return 'the sentence or the id is not shown'
      if (!(await staged.comes())) return 'waits for ever'
      if (!all('main h1')[0]) return 'has no name'
      staged.mode = 'ready'
      for (let tries = 0; tries < 8 && isRefused(); tries++) {
        const before = alerts()
        press('Try again')
        await soon(() => alerts() < before)
        await staged.comes()
      }
      if (isRefused()) return 'does not come when it is asked for again'
    },
    async empty({ at, next }) {
      await staged.go(at, 'empty')
      if (!(await staged.comes())) return 'does not come'
      if (alerts() > 0) return 'complains'
      if (next && !says(next)) return 'does not say: ' + next
      const ways = 'main .empty :is(a, button), main .screen-tools :is(a, button), main form'
      if (!next && all(ways).length === 0) return 'has no next step'
    },
    async many({ at, most = elementsMax }) {
      await staged.go(at, 'many')
      if (!(await staged.comes())) return 'does not come'
      const { length } = all('main *:not(option)')
      if (length > most) return 'draws ' + length + ' elements'
      if (${isTooWide}) return 'scrolls sideways'
    },
    async ended({ at, never }) {
      // It has just come, after it was refused.
      if (never?.refused) await staged.go(at, 'ready')
      await staged.comes()
      const field = () => document.querySelector(textField)
      if (field()) fill(field(), 'half a word')
      const before = field()
      staged.mode = 'ended'
      dispatchEvent(new Event('online'))
      const secret = () => document.querySelector('dialog:modal input[name=password]')
      for (let looks = 0; looks < 4 && !secret(); looks++) await drawn()
      // Whatever asks nothing by itself has lost nothing either.
      const isOver = secret() !== null
      if (!isOver) await staged.go(at, 'ended')
      if (!(await soon(secret))) return 'does not ask for the password'
      if (isOver && field() !== before) return 'is not kept under the question'
      filled(secret().form)
      secret().form.requestSubmit()
      if (!(await soon(() => !secret()))) return 'the question stays'
      if (!(await staged.comes())) return 'does not come after it'
      if (isOver && field()?.value !== before?.value) return 'what was typed is gone'
      // Each part of a screen asks again with the next frame, which comes after the question went.
      if (!(await soon(() => alerts() === 0))) return 'complains after it'
      if (!(await staged.comes())) return 'does not come after it'
    },
    async lost({ at }) {
      dispatchEvent(new Event('offline'))
      await staged.go(at, 'lost')
      if (!(await soon(() => says('The server cannot be reached')))) return 'does not say so'
      if (!says('what you see may be old')) return 'has no bar'
      if (!(await staged.comes())) return 'waits for ever'
      staged.mode = 'ready'
      dispatchEvent(new Event('online'))
      await drawn()
      if (!(await staged.comes())) return 'does not come when the line is back'
      if (!(await soon(() => !says('The server cannot be reached')))) return 'stays lost'
    },
  }
  for (const state of wanted) {
    if (row.never?.[state]) continue
    const wrong = row.isForm && state !== 'ready' ? await form(row, state)
      : await screen[state](row)
    if (wrong) found.push(row.at + ' ' + state + ': ' + wrong)
  }
  watch.disconnect()
  if (staged.unknown.length > 0) found.push('asked: ' + staged.unknown.splice(0).join())
  return found
`
