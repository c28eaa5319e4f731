/** Where the name of a type is not its own: programs are called the same in every language. */
const names: Readonly<Record<string, string>> = {
  'application/msword': 'Word',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.ms-excel.sheet.binary.macroenabled.12': 'Excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.ms-powerpoint': 'PowerPoint',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
  'application/vnd.oasis.opendocument.text': 'OpenDocument (ODT)',
  'application/vnd.oasis.opendocument.spreadsheet': 'OpenDocument (ODS)',
  'application/vnd.oasis.opendocument.presentation': 'OpenDocument (ODP)',
  'application/vnd.ms-outlook': 'Outlook (MSG)',
  'message/rfc822': 'EML',
  'text/plain': 'TXT',
  'text/markdown': 'Markdown',
  'text/tab-separated-values': 'TSV',
  'audio/mpeg': 'MP3',
  'video/quicktime': 'QuickTime',
}

/**
 * A type as people call it: PDF, Word, MP3. What has no such name, and what nobody knows
 * (`application/octet-stream`), stays as programs write it, which is always the title.
 */
export function FileType({ of: type }: { of: string }) {
  const [, own] = /^\w+\/(?:x-|vnd\.(?:\w+\.)?)?([a-z\d]{2,8})(?:\+\w+)?$/.exec(type) ?? []
  return <span title={type}>{names[type] ?? own?.toUpperCase() ?? type}</span>
}
