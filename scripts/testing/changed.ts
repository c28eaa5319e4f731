// Which test files the change since the last commit can reach: what differs in the working folder
// or, where nothing does, what that commit itself changed.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { reachOf } from './reach.ts'

/** Rules of the whole repository: they read every file. */
const always = /^test\/tidy[^/]*\.test\.ts$/
/** Below these a test says itself what it reaches; a change elsewhere may reach every test. */
const ours = /^(src|test|data|scripts\/[^/]+\/)/
const everywhere =
  /^(scripts\/(preload\.mjs|test|test-guard\.ts|setup|testing\/.*)|src\/start\/.*)$/
const document = /^(src\/)?[^/]+\.md$/

export type Reached = { files: string[]; why: string }

export function reachedByChange(tests: readonly string[]): Reached {
  const changes = changedFiles()
  if (changes.length === 0) return { files: [], why: 'nothing changed' }
  const wide = changes.find((path) => !isTraced(path))
  if (wide !== undefined) return { files: [...tests], why: `${wide} may reach every test` }
  const targets = changes.map((path) => resolve(path))
  const files = tests.filter((file) => always.test(file) || isReached(file, targets))
  return { files, why: `${changes.length} changed files reach ${files.length} of ${tests.length}` }
}

function isTraced(path: string): boolean {
  if (everywhere.test(path)) return false
  return ours.test(path) || document.test(path) || /^scripts\/[^/]+$/.test(path)
}

/** A file that went reaches whoever still names its folder. */
function isReached(test: string, targets: readonly string[]): boolean {
  const reach = reachOf(resolve(test))
  const folders = [...reach].filter((path) => isFolder(path)).map((path) => `${path}/`)
  return targets.some(
    (path) => reach.has(path) || folders.some((folder) => path.startsWith(folder)),
  )
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory()
}

function changedFiles(): string[] {
  const open = [
    ...git('diff', '--name-only', '--no-renames', '-z', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ]
  if (open.length > 0) return [...new Set(open)].sort()
  return git('diff', '--name-only', '--no-renames', '-z', 'HEAD~1', 'HEAD').sort()
}

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.split('\0').filter(Boolean)
}
