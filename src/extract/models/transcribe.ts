import { cleanLine } from '../../base/clean-text.ts'
import type { Block } from '../../domain/ingest/ports.ts'
import { type Sound, sampleRate } from './samples.ts'

/** The part of a recognising pipeline that is used. */
export type Recogniser = (
  samples: Float32Array,
  options: { return_timestamps: true },
) => Promise<{ text: string; chunks?: { timestamp: [number, number | null]; text: string }[] }>

/** Whisper hears half a minute at once, and says when each thing in it was said. */
export const timedWindowSeconds = 30
/** A model that gives no times is given less at once: the window is the time then. */
export const untimedWindowSeconds = 12
/** A window ends where it is quietest in its last seconds, so that few words are cut in two. */
const seamSeconds = 4
const seamStepSeconds = 0.1
/** Below this nobody speaks, and the model would make something up. */
const silence = 0.002

/** What is said, window by window, with times. A window in which nothing is said gives no block. */
export async function* transcribe(
  sound: Sound,
  recognise: Recogniser,
  { windowSeconds = timedWindowSeconds } = {},
): AsyncGenerator<Block[]> {
  for (let at = 0; at < sound.samples; ) {
    const samples = sound.read({ at, count: windowSeconds * sampleRate })
    if (samples.length === 0) return
    const isLast = at + samples.length >= sound.samples
    const count = isLast ? samples.length : seamIn(samples)
    const heard = samples.subarray(0, count)
    const range = { startMs: msOf(at), endMs: msOf(at + count) }
    yield isSilent(heard)
      ? []
      : blocksOf(await recognise(heard, { return_timestamps: true }), range)
    at += count
  }
}

function blocksOf(
  { text, chunks = [] }: Awaited<ReturnType<Recogniser>>,
  range: { startMs: number; endMs: number },
): Block[] {
  const parts = chunks.length > 0 ? chunks : [{ timestamp: [0, null] as const, text }]
  const inRange = (seconds: number) =>
    Math.min(range.endMs, Math.max(range.startMs, range.startMs + Math.round(seconds * 1000)))
  return parts.flatMap(({ timestamp: [from, to], text: words }) => {
    const line = cleanLine(words)
    if (!/[\p{L}\p{N}]/u.test(line)) return []
    const startMs = inRange(Number.isFinite(from) ? from : 0)
    const endMs = Math.max(startMs, to === null ? range.endMs : inRange(to))
    return [{ kind: 'prose', passage: 'transcript', text: line, time: { startMs, endMs } }]
  })
}

function seamIn(samples: Float32Array): number {
  const step = Math.round(seamStepSeconds * sampleRate)
  let [best, quietest] = [samples.length, Number.POSITIVE_INFINITY]
  for (
    let at = samples.length - seamSeconds * sampleRate;
    at + step <= samples.length;
    at += step
  ) {
    const loud = loudness(samples.subarray(at, at + step))
    if (loud < quietest) [best, quietest] = [at + Math.floor(step / 2), loud]
  }
  return best
}

function isSilent(samples: Float32Array): boolean {
  return samples.every((sample) => Math.abs(sample) < silence)
}

function loudness(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0)
}

function msOf(samples: number): number {
  return Math.round((samples / sampleRate) * 1000)
}
