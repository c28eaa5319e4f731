import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { until } from './until.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look at messages of every shape
export type Seen = { id: string | undefined; data: any }

/** Listens to a stream of the server, as it comes: without the help of our own client. */
export async function listen(url: string, headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((done, fail) => {
    get(url, { headers, agent: false }, done).once('error', fail)
  })
  const seen: Seen[] = []
  const state = { isOver: false, text: '' }
  const ended = read(response, { seen, state })
  return {
    status: response.statusCode,
    headers: response.headers as IncomingHttpHeaders,
    seen,
    state,
    messages: () => seen.filter(({ data }) => data !== undefined).map(({ data }) => data),
    events: () => seen.flatMap(({ data }) => (data?.event ? [data.event] : [])),
    heard: (count: number) =>
      until(`${count} messages have come`, () => {
        const all = seen.filter(({ data }) => data !== undefined)
        return all.length >= count ? all : undefined
      }),
    lastId: () => seen.findLast(({ id }) => id !== undefined)?.id ?? '',
    ended,
    stop: () => void response.destroy(),
  }
}

async function read(
  response: IncomingMessage,
  { seen, state }: { seen: Seen[]; state: { isOver: boolean; text: string } },
): Promise<void> {
  const decoder = new TextDecoder()
  try {
    let rest = ''
    for await (const bytes of response) {
      const text = decoder.decode(bytes as Uint8Array, { stream: true })
      state.text += text
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const id = /^id: (.*)$/m.exec(block)?.[1]
        const data = /^data: (.*)$/m.exec(block)?.[1]
        seen.push({ id, data: data === undefined ? undefined : JSON.parse(data) })
      }
    }
  } catch {
    // Whoever stops listening hears no end.
  }
  state.isOver = true
}
