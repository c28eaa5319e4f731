import { cleanLine } from '../../base/clean-text.ts'
import type { Block } from '../../domain/ingest/ports.ts'

/** A line of speech and when it is shown, in milliseconds from the beginning. */
export type Cue = { startMs: number; endMs: number; text: string }

/** What a recording carries in writing. */
export type TimedTexts = {
  cues: Cue[]
  chapters: Cue[]
  /** Of the file, where only its frame tells it. */
  title?: string | undefined
  /** There are texts that are encrypted or damaged. */
  isUnreadable?: boolean | undefined
}

const chaptersMax = 1_000

/** Chapters by their names, each a place to jump to. */
export function blocksOfChapters(chapters: readonly Cue[]): Block[] {
  return [...chapters]
    .filter(({ startMs }) => Number.isFinite(startMs) && startMs >= 0)
    .sort((a, b) => a.startMs - b.startMs)
    .slice(0, chaptersMax)
    .flatMap(({ startMs, text }) => {
      const name = cleanLine(plainText(text))
      const at = Math.round(startMs)
      if (name === '') return []
      const time = { startMs: at, endMs: at }
      return [{ kind: 'record' as const, passage: 'metadata' as const, text: name, time }]
    })
}

/** Without its markup: `<i>`, `{\an8}`, voices. */
function plainText(text: string): string {
  return text
    .replace(/<[^<>]{0,300}>|\{\\[^{}]{0,300}\}/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
}

/**
 * Cues in the order in which they are shown. One whose times run backwards lasts no time; the same
 * words at the same time (two tracks, two layers) count once.
 */
export function blocksOfCues(cues: readonly Cue[]): Block[] {
  const seen = new Set<string>()
  return [...cues]
    .filter(({ startMs }) => Number.isFinite(startMs) && startMs >= 0)
    .sort((a, b) => a.startMs - b.startMs)
    .flatMap(({ startMs, endMs, text }) => {
      const words = cleanLine(plainText(text))
      const key = `${startMs} ${words}`
      if (words === '' || seen.has(key)) return []
      seen.add(key)
      const time = { startMs: Math.round(startMs), endMs: Math.round(Math.max(startMs, endMs)) }
      return [{ kind: 'prose' as const, passage: 'transcript' as const, text: words, time }]
    })
}
