import type { Reply } from '../../client/index.ts'

export type State = 'waiting' | 'looking' | 'sending' | 'done' | 'known' | 'failed'
export type Plan = NonNullable<Reply<'announceUploads'>['uploads'][number]['upload']>

/** A file on its way. It changes many times a second, in place; `become` says so to the page. */
export type Item = {
  readonly file: File
  /** Of the file, read once: a browser may ask the disk each time. */
  readonly size: number
  readonly path: string
  readonly datasetId: string
  readonly become: (state: State) => void
  state: State
  sentBytes: number
  /** Begun on a page that was lost. */
  isResumed: boolean
  problem: string
  name: string
  sha256: string
  objectId: string
  /** The key under which a page that was lost was announcing it. */
  announcing: string
  plan: Plan | undefined
  /** Of a small file, from its sum until it is sent. */
  bytes: Uint8Array<ArrayBuffer> | undefined
  /** The server has all of it, and was not asked yet to take it. */
  isSent: boolean
}

export const isOver = ({ state }: Item) => ['done', 'known', 'failed'].includes(state)

export function wait(ms: number, until: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = () => {
      clearTimeout(timer)
      fail(until.reason)
    }
    const timer = setTimeout(() => {
      until.removeEventListener('abort', stop)
      done()
    }, ms)
    until.addEventListener('abort', stop, { once: true })
  })
}
