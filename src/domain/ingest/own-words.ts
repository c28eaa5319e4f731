import { cleanLine, cleanText } from '../../base/clean-text.ts'
import type { ObjectRecord } from '../catalog/index.ts'
import type { NewPassage } from '../search/index.ts'
import { openChunker } from './chunk.ts'
import type { LanguageJudge } from './language.ts'
import { passageCharsMax } from './limits.ts'
import type { Extraction } from './ports.ts'

/** The provider's notes, cut like any text. */
export function userTextPassages({ userText }: ObjectRecord, judge: LanguageJudge): NewPassage[] {
  const chunker = openChunker()
  const text = cleanText(userText ?? '')
  const chunks = [...chunker.add({ kind: 'prose', text }), ...chunker.end()]
  return chunks.map((chunk) => ({
    kind: 'user_text',
    text: chunk.text,
    lang: judge.ofPassage(chunk.text),
  }))
}

/** Title, file name and tags in one passage, so that a file is found by what it is called. */
export function metadataPassage(
  object: Pick<ObjectRecord, 'title' | 'filename' | 'tags'>,
  { extraction, lang }: { extraction: Extraction | undefined; lang: string },
): NewPassage {
  const lines = [object.title ?? extraction?.title ?? '', object.filename, object.tags.join(', ')]
  const text = lines
    .map(cleanLine)
    .filter((line) => line !== '')
    .join('\n')
  return { kind: 'metadata', text: text.slice(0, passageCharsMax).toWellFormed(), lang }
}
