import { cleanLine } from '../../base/clean-text.ts'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { subtitleBytesMax } from '../limits.ts'
import { readLines } from '../text/read-text.ts'
import { blocksOfCues, type Cue, plainText } from './cue.ts'

const time = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?`
const arrow = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}`)

/**
 * SubRip and WebVTT: cues with their times. A line with an arrow opens a cue and a blank line ends
 * it, as both formats have it; numbers, identifiers, notes and styles stand outside of cues. A
 * first line of spaces belongs to its cue.
 */
export function* readSubtitles({ source, charset, found }: ReadRequest): Generator<Block> {
  if (source.sizeBytes > subtitleBytesMax) throw new ExtractFailed({ code: 'too_much_text' })
  const cues = cuesOf(readLines({ source, charset } as ReadRequest))
  found.durationMs = cues.reduce((end, { endMs }) => Math.max(end, endMs), 0) || null
  yield* blocksOfCues(toldOnce(cues))
}

function cuesOf(lines: Iterable<string>): Cue[] {
  const cues: Cue[] = []
  let cue: Cue | undefined
  for (const line of lines) {
    const times = arrow.exec(line)
    if (times) {
      cue = { startMs: msOf(times.slice(1, 5)), endMs: msOf(times.slice(5, 9)), text: '' }
      cues.push(cue)
    } else if (line.trim() === '') cue = line !== '' && cue?.text === '' ? cue : undefined
    else if (cue) cue.text += cue.text === '' ? line : `\n${line}`
  }
  return cues
}

/** Of all cues, if so many begin with the line before, it is the way of the file. */
const movedUpMinShare = 0.5

/** Captions made as one speaks move each line up and show it again, once or twice. */
function toldOnce(cues: readonly Cue[]): readonly Cue[] {
  const said = cues.map(({ text }) => text.split('\n').filter((line) => wordsOf(line) !== ''))
  const isAgain = said.map(([first], i) => {
    const last = said[i - 1]?.at(-1)
    return first !== undefined && last !== undefined && wordsOf(first) === wordsOf(last)
  })
  if (isAgain.filter(Boolean).length < cues.length * movedUpMinShare) return cues
  return cues.map((cue, i) =>
    isAgain[i] ? { ...cue, text: said[i]?.slice(1).join('\n') ?? '' } : cue,
  )
}

function wordsOf(line: string): string {
  return cleanLine(plainText(line))
}

function msOf([hours = '0', minutes = '0', seconds = '0', fraction = '0']: string[]): number {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1000 + Number(fraction.padEnd(3, '0'))
}
