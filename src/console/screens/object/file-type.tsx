/** What types of one program have in common; programs are called the same in every language. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/word/, 'Word'],
  [/excel|spreadsheetml/, 'Excel'],
  [/powerpoint|presentationml/, 'PowerPoint'],
  [/opendocument/, 'OpenDocument'],
  [/outlook/, 'Outlook'],
  [/rfc822/, 'EML'],
  [/plain/, 'TXT'],
  [/tab-/, 'TSV'],
  [/audio.mpeg/, 'MP3'],
]

/**
 * A type as people call it: PDF, Word, MP3. What has no such name, and what nobody knows
 * (`application/octet-stream`), stays as programs write it, which is always the title.
 */
export function FileType({ of: type }: { of: string }) {
  const [, own] = /^\w+\/(?:x-|vnd\.(?:\w+\.)?)?([a-z\d]{2,9})(?:\+\w+)?$/.exec(type) ?? []
  const [, program] = programs.find(([known]) => known.test(type)) ?? []
  return <span title={type}>{program ?? own?.toUpperCase() ?? type}</span>
}
