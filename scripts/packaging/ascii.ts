import { parse } from '@babel/parser'

/**
 * A bundle whose patterns have letters of other alphabets as escapes. esbuild leaves such letters
 * there as they are, and with one of them in it V8 keeps the whole program at two bytes a letter.
 *
 * Nothing else is touched: besides patterns esbuild leaves letters only in texts that are taken as
 * they stand (String.raw`…`), in which an escape would be other letters. The decoders of sound hold
 * their bytes that way, so the bundle that has them stays at two bytes.
 */
export function patternsInAscii(program: string): string {
  if (!beyondAscii.test(program)) return program
  const { tokens } = parse(program, { tokens: true })
  const patterns = (tokens as Token[]).filter(({ type }) => type.label === 'regexp')
  let written = ''
  let from = 0
  for (const { start, end } of patterns) {
    written += program.slice(from, start) + escaped(program.slice(start, end))
    from = end
  }
  return written + program.slice(from)
}

type Token = { type: { label?: string }; start: number; end: number }

const beyondAscii = /[^\0-\x7f]/

/** A backslash before such a letter means nothing, and goes. */
function escaped(pattern: string): string {
  return pattern.replace(/\\[\0-\x7f]|\\?([^\0-\x7f])/g, (found, letter?: string) =>
    letter === undefined ? found : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
