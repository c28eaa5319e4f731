// scripts/test-guard.ts on test files that are written for it.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
export const head = "import { test } from 'uvu'\nimport * as assert from 'uvu/assert'\n"
export const good = "test('one is one', () => assert.is(1, 1))\n"
export const run = 'test.run()\n'

export type Folder = { path: string; [Symbol.dispose](): void }

/** A repository of a test's own. */
export function fixture(files: Record<string, string>): Folder {
  const path = mkdtempSync(join(tmpdir(), 'kontor-guard-'))
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'))
  writeFileSync(join(path, 'package.json'), '{"type":"module"}')
  writeFiles(path, files)
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

/** scripts/test-guard.ts in it. */
export async function guard(
  folder: Folder,
  how: {
    patterns?: string[]
    env?: Record<string, string>
    signal?: NodeJS.Signals
    /** The moment for the signal. */
    when?: () => Promise<unknown>
  } = {},
): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(
    process.execPath,
    [join(root, 'scripts/test-guard.ts'), ...(how.patterns ?? [])],
    {
      cwd: folder.path,
      env: {
        ...process.env,
        KONTOR_TEST_PROGRAM: '',
        KONTOR_TEST_TIMES: join(folder.path, 'times.json'),
        KONTOR_TEST_LIMIT_S: '60',
        KONTOR_TEST_JOBS: '1',
        ...how.env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  if (how.signal !== undefined) {
    await how.when?.()
    child.kill(how.signal)
  }
  const code = await ended
  return { code, lines: output.trimEnd().split('\n') }
}

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}
