// The conformance suite of the protocol's makers, as a process of its own against a server of ours.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { mcpRoute } from '../../../src/http/agent/mcp/mcp.ts'
import { allRoutes } from '../../../src/http/surfaces.ts'
import { keyedProxy } from '../keyed-proxy.ts'
import { openTestApp } from '../open-test-app.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { fixtureTools } from './fixture-tools.ts'

const suite = resolve(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)
const limitMs = 60_000

export const revisions = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof revisions)[number]

/** The failures that are known, each with its reason in the same line. */
export function expectedFailuresFile(revision: Revision): string {
  return resolve(import.meta.dirname, `expected-failures-${revision}.yaml`)
}

export function expectedFailures(revision: Revision): { scenario: string; reason: string }[] {
  const lines = readFileSync(expectedFailuresFile(revision), 'utf8').split('\n')
  return lines
    .filter((line) => line.trimStart().startsWith('- '))
    .map((line) => {
      const [, scenario = '', reason = ''] = /^ *- (\S+)(?: +# (.*))?$/.exec(line) ?? []
      return { scenario, reason }
    })
}

export type Outcome = { code: number | null; output: string; passed: string[]; failed: string[] }

/** Runs all that a revision requires. Exit code 0: what failed is what was expected to fail. */
export async function runSuite(revision: Revision): Promise<Outcome> {
  const mounts = allRoutes().map((mount) =>
    mount.route.id === 'mcp' ? { ...mount, route: mcpRoute(fixtureTools) } : mount,
  )
  await using app = await openTestApp({
    parts: { jobs: false, workers: false },
    overrides: { mounts },
  })
  const key = await app.key(await app.signUp('Buyer'))
  await using proxy = await keyedProxy({ url: app.url, key })
  using folder = temporaryFolder()
  const args = ['server', '--url', `${proxy.url}/mcp`, '--requirements', revision]
  const known = ['--expected-failures', expectedFailuresFile(revision)]
  return await run([suite, ...args, ...known, '--output-dir', folder.path], folder.path)
}

function run(args: string[], cwd: string): Promise<Outcome> {
  const env = { PATH: process.env.PATH, HOME: cwd, NO_COLOR: '1' }
  const child = spawn(process.execPath, args, { cwd, env, timeout: limitMs })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  return new Promise((done) => {
    child.once('close', (code) => {
      const named = (mark: string) =>
        [...output.matchAll(new RegExp(`^${mark} ([\\w-]+): \\d+ passed`, 'gm'))].map(
          ([, name = '']) => name,
        )
      done({ code, output, passed: named('✓'), failed: named('✗') })
    })
  })
}
