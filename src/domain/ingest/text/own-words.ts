import { cleanLine, cleanText } from '../../../base/clean-text.ts'
import type { ObjectRecord } from '../../catalog/index.ts'
import type { NewPassage } from '../../search/index.ts'
import { passageCharsMax } from '../limits.ts'
import { unknownLanguage } from '../ports.ts'
import { openChunker } from './chunk.ts'
import type { LanguageJudge } from './language.ts'

/** The provider's notes, cut like any text. */
export async function userTextPassages(
  { userText }: ObjectRecord,
  judge: LanguageJudge,
): Promise<NewPassage[]> {
  const chunker = openChunker()
  const text = cleanText(userText ?? '')
  const chunks = [...chunker.add({ kind: 'prose', text }), ...chunker.end()]
  const texts = chunks.map((chunk) => chunk.text)
  const languages = await judge.ofPassages(texts)
  return texts.map((text, i) => ({
    kind: 'user_text',
    text,
    lang: languages[i] ?? unknownLanguage,
  }))
}

/** Title, place, name and tags in one passage: so a file is found by what it is called. */
export function metadataPassage(
  object: Pick<ObjectRecord, 'title' | 'folder' | 'filename' | 'tags'>,
  { title, lang }: { title: string | null; lang: string },
): NewPassage {
  const lines = [
    object.title ?? title ?? '',
    object.folder ?? '',
    object.filename,
    object.tags.join(', '),
  ]
  const text = lines
    .map(cleanLine)
    .filter((line) => line !== '')
    .join('\n')
  return { kind: 'metadata', text: text.slice(0, passageCharsMax).toWellFormed(), lang }
}
