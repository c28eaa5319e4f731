// What package.json names: each is used by something, and src/DECISIONS.md says why it is there.
import type { Breach } from './source.ts'

type File = { path: string; text: string }
type Manifest = { [field: string]: Record<string, string> | undefined }

const fields = ['dependencies', 'optionalDependencies', 'devDependencies'] as const
const ours = /^(src|scripts|test|\.ci)\//
const decisions = 'src/DECISIONS.md'

export function dependencyBreaches(files: readonly File[]): Breach[] {
  const manifest = JSON.parse(textOf(files, 'package.json') || '{}') as Manifest
  const names = fields.flatMap((field) => Object.keys(manifest[field] ?? {}))
  const code = files.filter(({ path }) => ours.test(path) && path !== decisions)
  const rows = textOf(files, decisions)
    .split('\n')
    .filter((line) => line.startsWith('|'))
  const later = ['optionalDependencies', 'devDependencies'].flatMap((field) =>
    Object.keys(manifest[field] ?? {}),
  )
  const early = later
    .filter((name) => files.some((file) => /^src\//.test(file.path) && isImported(name, file)))
    .map((name) => breach(`src imports ${name} at once, and the demo starts without it`))
  const unused = names.flatMap((name) => [
    ...(isUsed({ name, names, code }) ? [] : [breach(`nothing uses ${name}`)]),
    ...(isExplained({ name, rows }) ? [] : [breach(`${decisions} has no reason for ${name}`)]),
  ])
  return [...early, ...unused]
}

function textOf(files: readonly File[], wanted: string): string {
  return files.find(({ path }) => path === wanted)?.text ?? ''
}

function breach(says: string): Breach {
  return { path: 'package.json', line: 1, says }
}

/** Types are gone when it runs, and `import()` may fail. */
function isImported(name: string, { text }: File): boolean {
  const line = new RegExp(`^(import|export) (?!type )[^'"(=]*'${literal(name)}(/|')`, 'm')
  // Most texts do not have the name at all, which is seen much sooner.
  return text.includes(name) && line.test(text)
}

type Use = { name: string; names: readonly string[]; code: readonly File[] }

/** Imported, or named as a path below node_modules. Types are used by what they are types of. */
function isUsed({ name, names, code }: Use): boolean {
  const typed = typedPackage(name)
  if (typed !== undefined) return typed === 'node' || names.includes(typed)
  const word = new RegExp(`(?<=['"\`/])${literal(name)}(?=['"\`/])`)
  // Which of a maker's packages it is may be known only when it runs.
  const anyOf = `\`${name.split('/')[0]}/\${`
  const hasWord = (text: string) => text.includes(name) && word.test(text)
  return code.some(({ text }) => hasWord(text) || (name.startsWith('@') && text.includes(anyOf)))
}

/** `@types/koa__cors` has the types of `@koa/cors`. */
function typedPackage(name: string): string | undefined {
  const bare = /^@types\/(.+)$/.exec(name)?.[1]
  return bare?.replace(/^(.+)__(.+)$/, '@$1/$2')
}

function isExplained({ name, rows }: { name: string; rows: readonly string[] }): boolean {
  if (typedPackage(name) !== undefined) return true
  const word = new RegExp(`(?<![\\w@/-])${literal(name)}(?![\\w/-])`)
  return rows.some((row) => word.test(row))
}

/** A name as a part of a pattern: of what may stand in it only the dot means something there. */
function literal(name: string): string {
  return name.replaceAll('.', '\\.')
}
