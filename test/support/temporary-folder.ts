import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of the test's own, gone at the end of its block: `using folder = temporaryFolder()`. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'kontor-test-'))
  return {
    path,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}
