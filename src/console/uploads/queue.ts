import { computed, signal } from '@preact/signals'
import { KontorError } from '../api/kontor.ts'
import { changed, changesOf } from '../api/resource.ts'
import { sentenceOf } from '../app/announce.tsx'
import { confirmMany } from './confirm-many.ts'
import type { Found } from './found-files.ts'
import { type Item, isOver, type State } from './item.ts'
import { planFiles } from './plan-files.ts'
import { sendFile } from './send-file.ts'

/** All files of this window. The page hears of changes once for each picture that it draws. */
export const items: Item[] = []
export const revision = signal(0)
export const isPaused = signal(false)

/** More would make each of them slower, and the server's other guests as well. */
const sendersMax = 4
const plannedMax = 100
const confirmedMax = 100
/** How long one that was sent waits for others, to be confirmed with them. */
const confirmMs = 1_000
/** Between two pictures: thousands of files would be drawn sixty times in a second. */
const drawMs = 200

/** Waiting to be looked at; waiting to be sent; waiting to be confirmed. */
const fresh: Item[] = []
const ready: Item[] = []
const sent: Item[] = []
let senders = 0
let isPlanning = false
let isConfirming = false
let confirmTimer: ReturnType<typeof setTimeout> | undefined
let stopper = new AbortController()
/** Paused for want of a session: with the next one it goes on. */
let isHeld = false
let isDrawing = false
let drawnMs = 0

export const totals = computed(() => {
  revision.value
  const sum = { files: items.length, done: 0, known: 0, failed: 0, bytes: 0, sentBytes: 0 }
  for (const item of items) {
    const { size, state } = item
    sum.bytes += size
    sum.sentBytes += state === 'done' || state === 'known' ? size : item.sentBytes
    if (state === 'done' || state === 'known' || state === 'failed') sum[state]++
  }
  return sum
})

export const isBusy = computed(() => {
  const { files, done, known, failed } = totals.value
  return done + known + failed < files
})

const sliceMs = 20

/** Some at a time: the page is drawn, and heard, while thousands are taken in. */
export async function add(found: readonly Found[], datasetId: string): Promise<void> {
  let begun = performance.now()
  for (const { file, path } of found) {
    if (performance.now() - begun > sliceMs) {
      draw()
      await new Promise((done) => setTimeout(done))
      begun = performance.now()
    }
    const item: Item = {
      file,
      size: file.size,
      path,
      datasetId,
      state: 'waiting',
      sentBytes: 0,
      isResumed: false,
      problem: '',
      name: '',
      sha256: '',
      objectId: '',
      announcing: '',
      plan: undefined,
      bytes: undefined,
      isSent: false,
      become: (state: State) => become(item, state),
    }
    items.push(item)
    fresh.push(item)
  }
  draw()
  work()
}

export function pause(): void {
  isPaused.value = true
  stopper.abort(new DOMException('paused', 'AbortError'))
}

export function resume(): void {
  isPaused.value = false
  isHeld = false
  stopper = new AbortController()
  work()
}

export function retryFailed(): void {
  for (const item of items.filter(({ state }) => state === 'failed')) {
    item.problem = ''
    item.become('waiting')
  }
  work()
}

export function clearOver(): void {
  items.splice(0, items.length, ...items.filter((item) => !isOver(item)))
  draw()
}

function become(item: Item, state: State): void {
  item.state = state
  if (isOver(item)) item.bytes = undefined
  if (state === 'waiting') lineOf(item).push(item)
  draw()
}

function lineOf({ objectId, isSent }: Item): Item[] {
  if (isSent) return sent
  return objectId === '' ? fresh : ready
}

/** Some files are looked at ahead of those that are sent. */
function work(): void {
  if (isPaused.value) return
  void plan()
  while (senders < sendersMax) {
    const item = ready.shift()
    if (!item) break
    senders++
    void send(item).finally(() => {
      senders--
      work()
    })
  }
  confirmInTime()
}

async function plan(): Promise<void> {
  if (isPlanning || ready.length >= sendersMax * 2) return
  const some = firstOf(fresh, plannedMax)
  if (some.length === 0) return
  isPlanning = true
  for (const item of some) item.become('looking')
  await untilStopped(some, (until) => planFiles(some, until))
  isPlanning = false
  for (const item of some) if (item.state === 'looking') item.become('waiting')
  work()
}

async function send(item: Item): Promise<void> {
  item.become('sending')
  await untilStopped([item], (until) => sendFile({ item, until }))
  if (item.state === 'sending') sent.push(item)
}

/** At once, when there are enough or no others are on their way. */
function confirmInTime(): void {
  if (sent.length === 0) return
  if (sent.length >= confirmedMax || (senders === 0 && !isPlanning)) void confirm()
  else confirmTimer ??= setTimeout(confirm, confirmMs)
}

async function confirm(): Promise<void> {
  clearTimeout(confirmTimer)
  confirmTimer = undefined
  if (isConfirming || isPaused.value) return
  const some = firstOf(sent, confirmedMax)
  if (some.length === 0) return
  isConfirming = true
  for (const item of some) item.become('sending')
  await untilStopped(some, (until) => confirmMany(some, until))
  isConfirming = false
  work()
  if (items.every(isOver)) changed('objects')
}

/** Those in front that go into the same dataset. */
function firstOf(line: Item[], most: number): Item[] {
  const end = line.findIndex(({ datasetId }) => datasetId !== line[0]?.datasetId)
  return line.splice(0, Math.min(most, end < 0 ? line.length : end))
}

/** What breaks off fails; what was paused waits again, and so does what nobody is logged in for. */
async function untilStopped(
  some: readonly Item[],
  act: (until: AbortSignal) => Promise<void>,
): Promise<void> {
  try {
    await act(stopper.signal)
  } catch (error) {
    const { name } = error as Error
    if (error instanceof KontorError && error.status === 401) {
      isHeld = true
      pause()
    }
    const isPause = name === 'AbortError' || isHeld
    for (const item of some.filter(({ state }) => state === 'looking' || state === 'sending')) {
      if (!isPause) Object.assign(item, { problem: sentenceOf(error), isSent: false })
      item.become(isPause ? 'waiting' : 'failed')
    }
  }
}

function draw(): void {
  if (isDrawing) return
  isDrawing = true
  const show = () =>
    requestAnimationFrame((nowMs) => {
      isDrawing = false
      drawnMs = nowMs
      revision.value++
    })
  setTimeout(show, drawnMs + drawMs - performance.now())
}

changesOf('uploads').subscribe(() => {
  if (isHeld) resume()
})

addEventListener('beforeunload', (event) => {
  if (isBusy.value && !isPaused.value) event.preventDefault()
})
