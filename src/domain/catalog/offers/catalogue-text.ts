/**
 * What the `q` of the catalogue looks into, and the form in which it looks: without case and
 * accents, so that "Prufung" finds "Prüfung".
 */
export function catalogueText(dataset: {
  name: string
  description: string | null
  tags: readonly string[]
}): string {
  return plain([dataset.name, dataset.description ?? '', ...dataset.tags].join('\n'))
}

/** The words that must all be in it, anywhere. */
export function wordsIn(q: string): string[] {
  return [...new Set(plain(q).split(/\s+/).filter(Boolean))]
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
}
