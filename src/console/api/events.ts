import { kontor, prefix } from './kontor.ts'
import { changed } from './resource.ts'

/** Two servers below one host are one place to a browser. */
const name = `kontor-events${prefix}`

/**
 * What changed at the server: whoever shows it asks again. A browser keeps six connections to a
 * server without HTTP/2, all windows together, so the window that holds the lock has the one stream
 * and tells the others. A page that is put aside lets go of it.
 */
export function listen(): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => tell(data as string[])
  let waiting = waitForStream(channel)
  const leave = () => waiting.abort()
  const come = ({ persisted }: PageTransitionEvent) => {
    if (persisted) waiting = waitForStream(channel)
  }
  addEventListener('pagehide', leave)
  addEventListener('pageshow', come)
  return () => {
    leave()
    channel.close()
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', come)
  }
}

/** For as long as the window is there. What the server refuses ends it until the next log-in. */
function waitForStream(channel: BroadcastChannel): AbortController {
  const waiting = new AbortController()
  const { signal } = waiting
  const follow = async () => {
    for await (const { changed: topics } of kontor.followEvents({ signal })) {
      tell(topics)
      channel.postMessage(topics)
    }
  }
  navigator.locks.request(name, { signal }, follow).catch(() => {})
  return waiting
}

/** `objects:dset_…` is news of `objects` as well. */
function tell(topics: readonly string[] = []): void {
  for (const topic of topics) {
    changed(topic)
    if (topic.includes(':')) changed(topic.replace(/:.*/, ''))
  }
}
