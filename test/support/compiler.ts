import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const tsc = resolve(import.meta.dirname, '../../node_modules/.bin/tsc')

const strictest = [
  ...['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'],
  ...['--noPropertyAccessFromIndexSignature', '--noImplicitReturns', '--verbatimModuleSyntax'],
]
const setting = [
  ...['--ignoreConfig', '--noEmit', '--allowImportingTsExtensions', '--pretty', 'false'],
  ...['--target', 'es2024', '--lib', 'es2024,dom'],
]

type Project = { folder: string; files: readonly string[]; options?: readonly string[] }

/** What the strictest compiler finds fault with: `file:line`, and what it says. */
export async function faultsIn(project: Project): Promise<Map<string, string>> {
  const { folder: cwd, files, options = ['--module', 'nodenext'] } = project
  const args = [...setting, ...strictest, ...options, ...files]
  const { stdout } = await promisify(execFile)(tsc, args, { cwd }).catch(
    (error: { stdout: string }) => error,
  )
  const faults = stdout.matchAll(/^(\S+?)(?:\((\d+),\d+\))?: (error .+)$/gm)
  return new Map([...faults].map(([, file, line, said = '']) => [`${file}:${line}`, said]))
}

/** The lines of a file of mistakes that say in a comment what is wrong. */
export function mistakenLines(file: string, source: string): string[] {
  return source
    .split('\n')
    .flatMap((line, at) => (line.includes(' // ') ? [`${file}:${at + 1}`] : []))
}
