const lineWidth = 100
const snippetWidth = 240
const indent = '  '

/** JSON on one line where it fits, otherwise one line a field. Only texts may be longer. */
export function jsonLines(value: unknown, width = lineWidth): string[] {
  const line = spaced(value)
  if (line.length <= width || typeof value !== 'object' || value === null) return [line]
  if (Array.isArray(value))
    return [
      '[',
      ...parts(
        value.map((item) => ['', item]),
        width,
      ),
      ']',
    ]
  const fields = Object.entries(value).map(([name, field]) => [`"${name}": `, field] as const)
  return ['{', ...parts(fields, width), '}']
}

function parts(fields: readonly (readonly [string, unknown])[], width: number): string[] {
  return fields.flatMap(([name, field], index) => {
    const [first = '', ...rest] = jsonLines(field, width - indent.length - name.length)
    const lines = [`${name}${first}`, ...rest].map((line) => `${indent}${line}`)
    const end = index === fields.length - 1 ? '' : ','
    return [...lines.slice(0, -1), `${lines.at(-1)}${end}`]
  })
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).map(([name, field]) => `"${name}": ${spaced(field)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

/** What opens something is shown only by its beginning: session tokens, keys, links, passwords. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\b((?:sess|kontor|dev)_[\w-]{6})[\w-]{8,}/g, '$1…')
    .replace(/(\/dl\/[\w-]{6})[\w-]{8,}/g, '$1…')
    .replace(/([?&](?:sig|signature|s|token)=[\w-]{6})[\w-]{8,}/g, '$1…')
    .replace(/("(?:password|setup_code)": ?")[^"]*/g, '$1…')
}

/** The part of a passage around its first marked term; "…" stands where something was cut. */
export function excerptOf(snippet: string): string {
  const text = snippet.replace(/\s+/g, ' ').trim()
  if (text.length <= snippetWidth) return text
  const mark = Math.max(text.indexOf('**'), 0)
  const from = Math.max(Math.min(mark - 60, text.length - snippetWidth), 0)
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const end = text.lastIndexOf(' ', start + snippetWidth)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}
