import { cleanLine } from '../../base/clean-text.ts'
import type { Block } from '../../domain/ingest/ports.ts'

/** A line of speech and when it is shown, in milliseconds from the beginning. */
export type Cue = {
  startMs: number
  endMs: number
  text: string
  /** In a file with several tracks: which one, and its language as the file names it. */
  track?: number
  language?: string | undefined
}

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

/** Without its markup: `<i>`, `{\an8}`; who speaks comes before the words. */
export function plainText(text: string): string {
  return text
    .replace(/<v(?:\.[^\s<>]{1,100})?\s+([^<>]{1,100})>/g, '$1: ')
    .replace(/<[^<>]{0,300}>|\{\\[^{}]{0,300}\}/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
}

/**
 * Cues in the order in which they are shown, one track after the other. One whose times run
 * backwards lasts no time; the same words at the same time (two tracks, two layers) count once.
 * What a file says of the language of its only track is often wrong: it counts where there are two.
 */
export function blocksOfCues(cues: readonly Cue[]): Block[] {
  const seen = new Set<string>()
  const languages = new Set(cues.map(({ language }) => codeOf(language)))
  return [...cues]
    .filter(({ startMs }) => Number.isFinite(startMs) && startMs >= 0)
    .sort((a, b) => (a.track ?? 0) - (b.track ?? 0) || a.startMs - b.startMs)
    .flatMap(({ startMs, endMs, text, language }) => {
      const words = cleanLine(plainText(text))
      const key = `${startMs} ${words}`
      if (words === '' || seen.has(key)) return []
      seen.add(key)
      const time = { startMs: Math.round(startMs), endMs: Math.round(Math.max(startMs, endMs)) }
      const lang = languages.size > 1 ? codeOf(language) : undefined
      const block = { kind: 'prose' as const, passage: 'transcript' as const, text: words, time }
      return [lang === undefined ? block : { ...block, lang }]
    })
}

/** `ger`, `deu` and `de-AT` are `de`; undefined for what is no language. */
function codeOf(language: string | undefined): string | undefined {
  try {
    return language ? new Intl.Locale(language).language : undefined
  } catch {
    return undefined
  }
}
