/** What the codes of a font stand for: ISO 32000-1, 9.10.3. */
export type ToUnicode = {
  /** By code. */
  texts: ReadonlyMap<number, string>
  /** The lowest code of a space, if any. */
  spaceCode: number
}

const token = /<([0-9A-Fa-f]*)>|(\[)|(\])|(\S)/g
const mappedMax = 200_000
const sourceMaxBytes = 4 * 1024 * 1024
const kinds = ['bfchar', 'bfrange']

/** A table that goes on elsewhere, or as a part of another one. */
const odd = /usecmap|Adobe-(?:Korea1|Japan1|CNS1|GB1)-UCS2/

/** Undefined for a table that is written in another way than usual. */
export function readToUnicode(bytes: Buffer): ToUnicode | undefined {
  const source = bytes.toString('latin1')
  if (bytes.length > sourceMaxBytes || odd.test(source)) return undefined
  const texts = new Map<number, string>()
  try {
    for (const { kind, inside } of blocksOf(source)) {
      const tokens = tokensOf(inside)
      if (kind === 'bfchar') readChars(tokens, texts)
      else readRanges(tokens, texts)
    }
  } catch (error) {
    if (error instanceof Strange) return undefined
    throw error
  }
  let spaceCode = 0
  for (const [code, text] of texts) {
    if (text === ' ' && code > 0 && (spaceCode === 0 || code < spaceCode)) spaceCode = code
  }
  return { texts, spaceCode }
}

class Strange extends Error {
  override readonly name = 'Strange'
}

function strange(): never {
  throw new Strange()
}

/** What stands between the words of each block, in their order. */
function* blocksOf(source: string): Generator<{ kind: string; inside: string }> {
  const isComment = /%[^\n\r%]{0,200}(?:begin|end)bf/.test(source)
  if (isComment) strange()
  for (let at = source.indexOf('beginbf'); at >= 0; ) {
    const kind = kinds.find((name) => source.startsWith(name, at + 5)) ?? strange()
    const end = source.indexOf(`end${kind}`, at)
    if (end < 0) strange()
    yield { kind, inside: source.slice(at + 5 + kind.length, end) }
    at = source.indexOf('beginbf', end)
  }
}

type Token = { hex: string } | '[' | ']'

function tokensOf(inside: string): Token[] {
  const tokens: Token[] = []
  for (const [, hex, open, close] of inside.matchAll(token)) {
    if (hex !== undefined) tokens.push({ hex })
    else tokens.push(open ? '[' : close ? ']' : strange())
  }
  return tokens
}

function readChars(tokens: Token[], texts: Map<number, string>): void {
  for (let i = 0; i < tokens.length; i += 2) set(texts, codeOf(tokens[i]), textOf(tokens[i + 1]))
}

function readRanges(tokens: Token[], texts: Map<number, string>): void {
  for (let i = 0; i < tokens.length; ) {
    const first = codeOf(tokens[i++])
    const last = codeOf(tokens[i++])
    // Only the last byte counts up.
    if (last < first || last >> 8 !== first >> 8) strange()
    if (tokens[i] === '[') {
      i++
      for (let code = first; code <= last; code++) set(texts, code, textOf(tokens[i++]))
      if (tokens[i++] !== ']') strange()
      continue
    }
    const text = textOf(tokens[i++])
    const end = text.charCodeAt(text.length - 1)
    if (end + last - first > 0xffff) strange()
    for (let code = first; code <= last; code++) {
      set(texts, code, text.slice(0, -1) + String.fromCharCode(end + code - first))
    }
  }
}

function codeOf(found: Token | undefined): number {
  if (typeof found !== 'object' || !/^(?:..){1,2}$/.test(found.hex)) return strange()
  return Number.parseInt(found.hex, 16)
}

function textOf(found: Token | undefined): string {
  if (typeof found !== 'object' || !/^(?:....){1,8}$/.test(found.hex)) return strange()
  return found.hex.replace(/..../g, (hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function set(texts: Map<number, string>, code: number, text: string) {
  const before = texts.get(code)
  if ((before !== undefined && before !== text) || texts.size > mappedMax) strange()
  texts.set(code, text)
}
