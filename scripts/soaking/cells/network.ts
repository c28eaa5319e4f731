// A network on a clock that is moved by hand: messages come late, twice, in another order or not
// at all, and parts of it are cut off from each other. What becomes of a message depends on the
// seed and on the message alone, so that a run with a step less is the same run otherwise.
import { openRandom } from '../random.ts'

export type Message<T> = { from: string; to: string; id: string; body: T }

export type Network<T> = ReturnType<typeof openNetwork<T>>

const quickMs = 40
const slowMs = 90_000

export type Weather = { drops: number; doubles: number; slow: number }

const usual: Weather = { drops: 0.15, doubles: 0.15, slow: 0.1 }
export const fair: Weather = { drops: 0, doubles: 0.05, slow: 0 }

export function openNetwork<T>(seed: string, weather: Weather = usual) {
  let now = weather
  let order = 0
  const under: { atMs: number; order: number; message: Message<T> }[] = []
  const sent = new Map<string, number>()
  const cuts = new Map<string, number>()
  const counts = { sent: 0, dropped: 0, doubled: 0, cut: 0 }

  function put(message: Message<T>, atMs: number): void {
    under.push({ atMs, order: order++, message })
    under.sort((one, other) => one.atMs - other.atMs || one.order - other.order)
  }

  return {
    counts,
    change(to: Weather): void {
      now = to
    },
    send(message: Message<T>, nowMs: number): void {
      const key = `${message.from} ${message.to} ${message.id}`
      const time = (sent.get(key) ?? 0) + 1
      sent.set(key, time)
      counts.sent += 1
      const random = openRandom(`${seed}/${key}/${time}`)
      const [isDropped, isDoubled] = [random.next() < now.drops, random.next() < now.doubles]
      const delayMs = () => 1 + random.below(random.next() < now.slow ? slowMs : quickMs)
      if (isDropped) counts.dropped += 1
      else put(message, nowMs + delayMs())
      if (isDoubled) put(message, nowMs + delayMs())
      counts.doubled += isDoubled ? 1 : 0
    },
    /** Nothing comes through between two of them for a while, in either direction. */
    cut(pair: readonly string[], untilMs: number): void {
      cuts.set([...pair].sort().join(), untilMs)
    },
    heal: (): void => cuts.clear(),
    /** When the next message arrives; undefined: none is under way. */
    nextMs: (): number | undefined => under[0]?.atMs,
    /** The one that arrives by then; what meets a cut is gone. */
    arrival(nowMs: number): Message<T> | undefined {
      while (under[0] && under[0].atMs <= nowMs) {
        const { message, atMs } = under.shift() as (typeof under)[number]
        const cutUntilMs = cuts.get([message.from, message.to].sort().join()) ?? 0
        if (cutUntilMs <= atMs) return message
        counts.cut += 1
      }
      return undefined
    },
  }
}
