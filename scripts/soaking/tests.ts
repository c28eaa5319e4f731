// Tests that are a table of cases each: run as they are, so often, and counted.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Foreign tenants, revoked keys, narrow scopes, allow lists, roles, origins. */
const isolation = [
  ...['isolation', 'isolation-c', 'contract', 'contract-c', 'statuses-c', 'messages-c'].map(
    (name) => `test/end-to-end/${name}.test.ts`,
  ),
  ...['known-callers', 'console/refusals'].map((name) => `test/http/${name}.test.ts`),
  ...['catalog/visibility', 'search/visibility', 'identity/scopes'].map(
    (name) => `test/domain/${name}.test.ts`,
  ),
]

const hostile = ['test/end-to-end/hostile-files.test.ts', 'test/extract/sandbox/walls.test.ts']

const contract = [
  ...['openapi-lint', 'openapi-b', 'examples', 'agent-examples', 'generated-client'].map(
    (name) => `test/http/openapi/${name}.test.ts`,
  ),
  ...['conformance', 'official-schemas', 'published-tools', 'protocol'].map(
    (name) => `test/http/agent/mcp/${name}.test.ts`,
  ),
]

const sets = { isolation, hostile, contract }

/** The page of faults names its own. */
export function filesOf(name: keyof typeof sets | 'faults'): readonly string[] {
  if (name !== 'faults') return sets[name]
  const page = readFileSync(resolve(root, 'data/manual/faults.md'), 'utf8')
  const named = [...page.matchAll(/`(test\/[\w./-]+\.test\.ts)`/g)].map(([, file = '']) => file)
  // What is about the single file needs one.
  return [...new Set(named)].filter((file) => !file.startsWith('test/packaged/')).sort()
}

export type TestsReport = {
  files: readonly string[]
  rounds: number
  passed: number
  seconds: number
  breaches: string[]
}

/** Of what failed, so much is kept. */
const saidMax = 4_000

export async function soakTests(asked: {
  files: readonly string[]
  rounds: number
  onRound?: (done: number) => void
}): Promise<TestsReport> {
  const { files, rounds, onRound } = asked
  const startedMs = performance.now()
  const report: TestsReport = { files, rounds: 0, passed: 0, seconds: 0, breaches: [] }
  while (report.rounds < rounds && report.breaches.length === 0) {
    const { code, output } = await runTests(files)
    const [, passed = '0', failed = '0'] = /(\d+) passed, (\d+) failed\n$/.exec(output) ?? []
    report.passed += Number(passed)
    if (code !== 0) report.breaches.push(`${failed} failed\n${output.slice(-saidMax)}`)
    report.rounds++
    onRound?.(report.rounds)
  }
  report.seconds = (performance.now() - startedMs) / 1000
  return report
}

async function runTests(files: readonly string[]) {
  const args = [...process.execArgv, 'scripts/test-guard.ts', ...files]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, output }
}
