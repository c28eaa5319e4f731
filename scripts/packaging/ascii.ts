import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { type ParserOptions, parse } from '@babel/parser'
import type { Loader, Plugin } from 'esbuild'

/** Each file is looked at as it comes into a bundle: few have such patterns, and most are short. */
export const asciiPatterns: Plugin = {
  name: 'ascii patterns',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|js|cjs|mjs)$/, namespace: 'file' }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const loader = extname(path) === '.ts' ? 'ts' : 'js'
      const contents = patternsInAscii(text, loader)
      // What is as it was is read again by who reads it best.
      return contents === text ? null : { contents, loader }
    })
  },
}

/**
 * A file whose patterns have letters of other alphabets as escapes. esbuild leaves such letters
 * there as they are, and with one of them in it V8 keeps the whole program at two bytes a letter.
 *
 * Nothing else is touched: besides patterns esbuild leaves letters only in texts that are taken as
 * they stand (String.raw`…`), in which an escape would be other letters. The decoders of sound hold
 * their bytes that way, so what has them stays at two bytes.
 */
export function patternsInAscii(program: string, loader: Loader = 'js'): string {
  if (!maybePattern.test(program)) return program
  const plugins: ParserOptions['plugins'] = loader === 'ts' ? ['typescript'] : []
  const sloppy = { errorRecovery: true, allowReturnOutsideFunction: true } as const
  const { tokens } = parse(program, {
    tokens: true,
    sourceType: 'unambiguous',
    plugins,
    ...sloppy,
  })
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

/** Such a letter after a slash that begins no comment, in one line. */
const maybePattern = /^(?!\s*(\*|\/\/)).*\/.*[^\0-\x7f]/m

/** A backslash before such a letter means nothing, and goes. */
function escaped(pattern: string): string {
  return pattern.replace(/\\[\0-\x7f]|\\?([^\0-\x7f])/g, (found, letter?: string) =>
    letter === undefined ? found : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
