import { statSync } from 'node:fs'
import { UsageError } from '../src/cli/command.ts'

/**
 * Ends with the code that comes back. What was typed wrongly is told in plain words: code 2. A
 * fault of the script itself is 1, or what `fault` says where 1 means that something was found.
 */
export function endWith(
  main: () => Promise<number>,
  { usage, fault = 1 }: { usage: string; fault?: number },
): void {
  // What was printed may be on its way: whoever reads a pipe slowly has the whole of it.
  const end = (code: number) => {
    process.stdout.write('', () => process.exit(code))
  }
  main().then(end, (error: Error & { code?: string }) => {
    const isTyped = error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS')
    console.error(isTyped ? `${error.message}\n${usage}` : error)
    end(isTyped ? 2 : fault)
  })
}

/** Throws UsageError for what is no folder. */
export function requireFolders(paths: readonly string[]): void {
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory()
  const other = paths.find((path) => !isFolder(path))
  if (other !== undefined) throw new UsageError(`${other} is not a folder.`)
}
