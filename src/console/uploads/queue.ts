import { computed, signal } from '@preact/signals'
import { changed } from '../api/resource.ts'
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
let senders = 0
let isPlanning = false
let stopper = new AbortController()
let isDrawing = false

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
      become: (state: State) => {
        item.state = state
        draw()
      },
    }
    items.push(item)
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
  stopper = new AbortController()
  work()
}

export function retryFailed(): void {
  for (const item of items) {
    if (item.state === 'failed') Object.assign(item, { state: 'waiting', problem: '' })
  }
  draw()
  work()
}

export function clearOver(): void {
  items.splice(0, items.length, ...items.filter((item) => !isOver(item)))
  draw()
}

/** Some files are looked at ahead of those that are sent. */
function work(): void {
  if (isPaused.value) return
  void plan()
  while (senders < sendersMax) {
    const item = items.find(({ state, objectId }) => state === 'waiting' && objectId !== '')
    if (!item) return
    senders++
    void send(item).finally(() => {
      senders--
      draw()
      work()
      if (senders === 0 && !isBusy.value) changed('objects')
    })
  }
}

async function plan(): Promise<void> {
  if (isPlanning) return
  const ready = items.filter(({ state, objectId }) => state === 'waiting' && objectId !== '')
  if (ready.length >= sendersMax * 2) return
  const waiting = items.filter(({ state, objectId }) => state === 'waiting' && objectId === '')
  const some = waiting
    .filter(({ datasetId }) => datasetId === waiting[0]?.datasetId)
    .slice(0, plannedMax)
  if (some.length === 0) return
  isPlanning = true
  for (const item of some) item.become('looking')
  try {
    await planFiles(some, stopper.signal)
  } catch (error) {
    for (const item of some) if (item.state === 'looking') fail(item, error)
  } finally {
    isPlanning = false
    for (const item of some) if (item.state === 'looking') item.become('waiting')
    work()
  }
}

async function send(item: Item): Promise<void> {
  item.become('sending')
  try {
    await sendFile({ item, until: stopper.signal })
  } catch (error) {
    fail(item, error)
  }
}

function fail(item: Item, error: unknown): void {
  const isPause = (error as Error).name === 'AbortError'
  if (!isPause) item.problem = (error as Error).message
  item.become(isPause ? 'waiting' : 'failed')
}

function draw(): void {
  if (isDrawing) return
  isDrawing = true
  requestAnimationFrame(() => {
    isDrawing = false
    revision.value++
  })
}

addEventListener('beforeunload', (event) => {
  if (isBusy.value && !isPaused.value) event.preventDefault()
})
