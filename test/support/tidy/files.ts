// The files of this repository: what git tracks, and what it would track.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type File, type Source, sourceOf } from './source.ts'

const root = resolve(import.meta.dirname, '../../..')
const notOurs = /^(\.git|node_modules|kontor-data|dist|bench)\//

/** Without git (an unpacked archive) every file counts that is not installed or built. */
function paths(): string[] {
  const all = existsSync(join(root, '.git')) ? trackedPaths() : unpackedPaths()
  return all.filter((path) => existsSync(join(root, path))).sort()
}

function trackedPaths(): string[] {
  const flags = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const output = execFileSync('git', flags, { cwd: root, encoding: 'utf8' })
  return [...new Set(output.split('\0').filter(Boolean))]
}

function unpackedPaths(): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !notOurs.test(path))
}

/** Numbers and words that were learned: nobody wrote them. */
const learned = /^data\/models\/.+\.(bin|txt)$/

export type Repository = {
  paths: ReadonlySet<string>
  folders: ReadonlySet<string>
  texts: readonly { path: string; text: string }[]
  sources: readonly File[]
}

/** Each source is looked at while its nodes are there: those of one file at a time. */
export function readRepository(look: (source: Source) => void): Repository {
  const all = paths()
  const texts = all
    .filter((path) => !learned.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => !text.includes('\0'))
  return {
    paths: new Set(all),
    folders: new Set(all.map((path) => dirname(path))),
    texts,
    sources: texts.filter(({ path }) => /\.tsx?$/.test(path)).map(parsed),
  }

  function parsed(text: Repository['texts'][number]): File {
    const { program, ...file } = sourceOf(text)
    look({ ...file, program })
    return file
  }
}
