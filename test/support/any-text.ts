import fc from 'fast-check'

const lastCharacter = 0x10ffff
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff

/**
 * Any character of Unicode. fast-check's own `binary` makes a table of all of them first, which
 * takes a third of a second in each process.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: lastCharacter })
  .filter((code) => !isSurrogate(code))
  .map((code) => String.fromCodePoint(code))
