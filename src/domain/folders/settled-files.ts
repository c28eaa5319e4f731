import type { FolderFile } from './ports.ts'

/**
 * What of a folder that is watched is to be looked at: what two looks in a row saw with the same
 * size and time, and was not taken like that. The first time also when nothing is: what went away
 * while nobody watched is looked for, too.
 */
export function openSettledFiles({ pathsMax }: { pathsMax: number }) {
  let seen = new Map<string, string>()
  const taken = new Map<string, string>()
  let begun = false
  return {
    /** Paths to take now; [''] where only what is gone is to be looked for, [] for nothing. */
    after(files: readonly FolderFile[]): readonly string[] {
      const now = new Map(files.map((file) => [file.path, `${file.sizeBytes} ${file.modifiedMs}`]))
      const still = [...now].filter(
        ([path, state]) => seen.get(path) === state && taken.get(path) !== state,
      )
      const isGone = [...taken.keys()].some((path) => !now.has(path))
      for (const path of taken.keys()) if (!now.has(path)) taken.delete(path)
      seen = now
      const paths = still.slice(0, pathsMax).map(([path]) => path)
      if (paths.length === 0 && !isGone && begun) return []
      begun = true
      return paths.length > 0 ? paths : ['']
    },
    /** They were looked at as they were seen then. */
    took(paths: readonly string[]): void {
      for (const path of paths) {
        const state = seen.get(path)
        if (state !== undefined) taken.set(path, state)
      }
    },
  }
}

export type SettledFiles = ReturnType<typeof openSettledFiles>
