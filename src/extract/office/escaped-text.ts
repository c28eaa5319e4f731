const charNumber = /_x([0-9a-f]{4})_/gi

/** Office writes what cannot stand in XML as its number: `_x000D_`, and `_x005F_` for a `_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(charNumber, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
