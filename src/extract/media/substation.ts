import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { subtitleBytesMax, subtitleCuesMax } from '../limits.ts'
import { readLines } from '../text/read-text.ts'
import { blocksOfCues, type Cue } from './cue.ts'

/** Of a line of the text; nobody speaks so much at once, but drawings are long. */
const lineCharsMax = 256 * 1024
const usual = 'Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Text'

/** SubStation Alpha, also Advanced: lines of speech in a section of their own, with their times. */
export function* readSubstation(request: ReadRequest): Generator<Block> {
  const { source, found } = request
  if (source.sizeBytes > subtitleBytesMax) throw new ExtractFailed({ code: 'too_much_text' })
  const cues: Cue[] = []
  let section = ''
  let names = usual.toLowerCase().split(',')
  for (const line of readLines(request, lineCharsMax)) {
    const [, key = '', value = ''] = /^\s*(\w{1,20})\s*:\s?(.*)$/.exec(line) ?? []
    if (/^\s*\[/.test(line)) section = line.trim().toLowerCase()
    else if (section === '[script info]' && key.toLowerCase() === 'title') {
      found.title ??= value.trim() || null
    } else if (section !== '[events]') continue
    else if (key.toLowerCase() === 'format') names = value.toLowerCase().split(/\s*,\s*/)
    else if (key.toLowerCase() === 'dialogue') cues.push(...cueOf(value, names))
    if (cues.length > subtitleCuesMax) throw new ExtractFailed({ code: 'too_much_text' })
  }
  found.durationMs = cues.reduce((end, { endMs }) => Math.max(end, endMs), 0) || null
  yield* blocksOfCues(cues)
}

/** The text is the last of the fields, and may have commas in it. */
function cueOf(line: string, names: readonly string[]): Cue[] {
  const parts = line.split(',')
  const fields = [...parts.slice(0, names.length - 1), parts.slice(names.length - 1).join(',')]
  const field = (name: string) => fields[names.indexOf(name)] ?? ''
  const [startMs, endMs] = [msOf(field('start')), msOf(field('end'))]
  if (startMs === undefined || endMs === undefined) return []
  return [{ startMs, endMs, text: withoutDrawings(field('text')) }]
}

function msOf(written: string): number | undefined {
  const time = /^\s*(\d{1,3}):(\d{1,2}):(\d{1,2})(?:[.:](\d{1,3}))?\s*$/.exec(written)
  if (!time) return undefined
  const [, hours, minutes, seconds, fraction = ''] = time
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1000 + Number(fraction.padEnd(3, '0'))
}

/** What is between `{\p1}` and `{\p0}` are lines to draw; all else in braces is not shown. */
export function withoutDrawings(text: string): string {
  let draws = false
  const shown = text.split(/\{([^{}]{0,300})\}/).map((part, i) => {
    if (i % 2 === 0) return draws ? '' : part
    const scale = /\\p(\d)/.exec(part)?.[1]
    if (scale !== undefined) draws = scale !== '0'
    return ''
  })
  return shown.join('').replace(/\\N/gi, '\n').replaceAll('\\h', ' ')
}
