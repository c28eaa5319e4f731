const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const reference = /&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6}));/g

/** Undefined for a text with an ampersand that is none of the usual. */
export function entitiesDecoded(text: string): string | undefined {
  if (!text.includes('&')) return text
  if (text.replace(reference, '').includes('&')) return undefined
  let usual = true
  const decoded = text.replace(reference, (...[, name, decimal, hex]: string[]) => {
    if (name !== undefined) return named[name] as string
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
    usual &&= isCharacter(code)
    return usual ? String.fromCodePoint(code) : ''
  })
  return usual ? decoded : undefined
}

/** None that is a control, half of a pair, or beyond Unicode. */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d
  if (code < 0xa0) return code < 0x7f
  return code < 0xd800 || (code >= 0xe000 && code <= 0x10ffff)
}

/** Where the ampersands of a text are; it is looked through once, from its beginning to its end. */
export class Ampersands {
  private next = -1

  /** For another text. */
  restart(): void {
    this.next = -1
  }

  areIn(xml: string, { from, to }: Range): boolean {
    if (this.next < from) {
      const at = xml.indexOf('&', from)
      this.next = at === -1 ? Number.MAX_SAFE_INTEGER : at
    }
    return this.next < to
  }
}

type Range = { from: number; to: number }
