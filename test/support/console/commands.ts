// The table of the manual in which each command has its place in the console, or a reason.
import { manualPage, sectionOf } from '../readme.ts'

export type CommandRow = { names: readonly string[]; where: string; places: readonly string[] }

export function commandRows(): CommandRow[] {
  const { text } = manualPage('administration-http.md')
  return sectionOf(text, 'Each command, and where the console has it')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, names = '', where = '']) => ({
      names: [...names.matchAll(/`([a-z -]+)`/g)].map(([, name = '']) => name),
      where,
      // A reason may name a place that is not of the console.
      places: where.startsWith('None')
        ? []
        : [...where.matchAll(/`(\/[a-z:/-]+)`/g)].map(([, path = '']) => path),
    }))
}

const done = new Set<string>()

/** Said by a flow where it has seen at the server what came of a command. */
export function carriedOut(...commands: readonly string[]): void {
  for (const command of commands) done.add(command)
}

export function allCarriedOut(): string[] {
  return [...done].sort()
}
