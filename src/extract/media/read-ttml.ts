import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import { decodePieces } from '../formats/charset.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { subtitleBytesMax, subtitleCuesMax } from '../limits.ts'
import { type Attributes, readXml } from '../office/xml.ts'
import { blocksOfCues, type Cue } from './cue.ts'

/** How many frames and ticks a second has, as the document says. */
type Rates = { frames: number; ticks: number }
/** An element with the time in which it is shown, in milliseconds. */
type Timed = {
  name: string
  startMs: number
  endMs: number
  /** Its parts are shown one after the other: this is where the last of them ended. */
  nextMs: number | undefined
  cue: Cue | undefined
  language: string | undefined
  /** How a sign is read stands beside it and is not said again. */
  isSilent: boolean
}

const spoken = new Set(['p', 'span'])
const usualFrames = 30

/** Timed Text of the W3C (also called DFXP): paragraphs and parts of them that have their times. */
export async function* readTtml({ source, charset, found }: ReadRequest): AsyncGenerator<Block> {
  if (source.sizeBytes > subtitleBytesMax) throw new ExtractFailed({ code: 'too_much_text' })
  const cues: Cue[] = []
  const path: Timed[] = []
  let rates: Rates = { frames: usualFrames, ticks: 1 }
  let inBody = false
  let inTitle = false
  await readXml(decodePieces(source, charset), {
    allowDoctype: true,
    open(tag, attributes) {
      const name = plain(tag)
      if (name === 'tt') rates = ratesOf(attributes)
      inTitle = tag === 'ttm:title' && !inBody
      if (name === 'body') inBody = true
      if (!inBody) return
      if (name === 'br') say(path.at(-1), '\n')
      const timed = timedOf({ name, attributes }, { parent: path.at(-1), rates })
      if (timed.cue && timed.cue !== path.at(-1)?.cue) cues.push(timed.cue)
      path.push(timed)
      if (cues.length > subtitleCuesMax) throw new ExtractFailed({ code: 'too_much_text' })
    },
    close(tag) {
      inTitle = false
      const { endMs } = path.pop() ?? {}
      const parent = path.at(-1)
      if (parent?.nextMs !== undefined && endMs !== undefined) parent.nextMs = endMs
      if (plain(tag) === 'body') inBody = false
    },
    text(text) {
      const timed = path.at(-1)
      if (inTitle) found.title = `${found.title ?? ''}${text}`.trim() || null
      if (timed && spoken.has(timed.name)) say(timed, text.replace(/\s+/g, ' '))
    },
  })
  const ended = cues.map((cue) =>
    Number.isFinite(cue.endMs) ? cue : { ...cue, endMs: cue.startMs },
  )
  found.durationMs = ended.reduce((end, { endMs }) => Math.max(end, endMs), 0) || null
  yield* blocksOfCues(ended)
}

function plain(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1)
}

function say(timed: Timed | undefined, text: string) {
  if (timed?.cue && !timed.isSilent) timed.cue.text += text
}

type Place = { parent: Timed | undefined; rates: Rates }

/** Times count from where the element around begins, or from where the one before it ended. */
function timedOf(
  { name, attributes }: { name: string; attributes: Attributes },
  { parent, rates }: Place,
): Timed {
  const { begin, end, dur, timeContainer } = attributes
  const from = parent?.nextMs ?? parent?.startMs ?? 0
  const last = parent?.endMs ?? Number.POSITIVE_INFINITY
  const startMs = from + (msOf(begin, rates) ?? 0)
  const ends = [last, from + (msOf(end, rates) ?? last), startMs + (msOf(dur, rates) ?? last)]
  const endMs = Math.max(startMs, Math.min(...ends))
  const isTimed = begin !== undefined || end !== undefined || dur !== undefined
  const language = attributes['xml:lang'] ?? parent?.language
  const isNew = name === 'p' || (name === 'span' && isTimed)
  return {
    name,
    startMs,
    endMs,
    nextMs: timeContainer === 'seq' ? startMs : undefined,
    cue: isNew ? { startMs, endMs, text: '', language } : parent?.cue,
    language,
    isSilent:
      (parent?.isSilent ?? false) || /^(?:text|delimiter)/.test(attributes['tts:ruby'] ?? ''),
  }
}

const clock = /^(\d{2,4}):(\d{2}):(\d{2})(?:\.(\d{1,9})|:(\d{2,4})(?:\.\d{1,4})?)?$/
const offset = /^(\d{1,12}(?:\.\d{1,9})?)(h|ms|m|s|f|t)$/

/** `00:01:02.5`, `00:01:02:12` with frames, `62.5s`, `1550f`; undefined for anything else. */
function msOf(written = '', { frames, ticks }: Rates): number | undefined {
  const [, hours, minutes, seconds, fraction = '', frame = '0'] = clock.exec(written.trim()) ?? []
  if (hours !== undefined) {
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
    return whole * 1000 + Number(`0.${fraction}0`) * 1000 + (Number(frame) * 1000) / frames
  }
  const [, count, unit = ''] = offset.exec(written.trim()) ?? []
  if (count === undefined) return undefined
  const each = { h: 3_600_000, m: 60_000, s: 1000, ms: 1, f: 1000 / frames, t: 1000 / ticks }
  return Number(count) * each[unit as keyof typeof each]
}

function ratesOf(attributes: Attributes): Rates {
  const rate = (name: string) => Number(attributes[`ttp:${name}`]) || undefined
  const [up = 1, down = 1] = (attributes['ttp:frameRateMultiplier'] ?? '1 1')
    .split(/[ :]/)
    .map((part) => Number(part) || 1)
  const frames = (rate('frameRate') ?? usualFrames) * (up / down)
  const isSaid = rate('frameRate') !== undefined
  return { frames, ticks: rate('tickRate') ?? (isSaid ? frames : 1) }
}
