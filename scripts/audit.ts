import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import semver from 'semver'

/** A part of what `npm audit --json` says of a package. */
type Weakness = { name: string; severity: string; via: (string | { title: string; url: string })[] }
type Report = { vulnerabilities?: Record<string, Weakness>; error?: unknown; message?: string }

/** What a registry answers to a list of packages, and somebody saved. */
type Advisories = Record<string, Advisory[]>
type Advisory = { title: string; url: string; severity: string; vulnerable_versions: string }

const failing = new Set(['high', 'critical'])
const waitMs = 120_000
const lockFile = join(resolve(import.meta.dirname, '..'), 'package-lock.json')

/** The report; undefined when the registry gave none. */
function askRegistry(): Report | undefined {
  const args = ['audit', '--json', '--omit=dev', '--package-lock-only']
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8', timeout: waitMs })
  try {
    const report = JSON.parse(stdout ?? '') as Report
    return report.vulnerabilities === undefined ? undefined : report
  } catch {
    return undefined
  }
}

/** What runs, with all versions of it: the question that a registry has an address for. */
function installed(): Record<string, string[]> {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean }>
  }
  const versions: Record<string, Set<string>> = {}
  for (const [path, { version, dev }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1)
    if (!name || dev) continue
    versions[name] ??= new Set()
    versions[name].add(version)
  }
  return Object.fromEntries(Object.entries(versions).map(([name, all]) => [name, [...all]]))
}

function askFile(file: string): Weakness[] {
  const advisories = JSON.parse(readFileSync(file, 'utf8')) as Advisories
  return Object.entries(installed()).flatMap(([name, versions]) =>
    (advisories[name] ?? [])
      .filter(({ vulnerable_versions: range }) =>
        versions.some((version) => semver.satisfies(version, range, { includePrerelease: true })),
      )
      .map((advisory) => ({ name, severity: advisory.severity, via: [advisory] })),
  )
}

function lineOf({ name, severity, via }: Weakness): string {
  const told = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`))
  return `${severity}: ${name}: ${told.join('; ')}`
}

function main(): number {
  const options = { advisories: { type: 'string' }, list: { type: 'boolean' } } as const
  const { values } = parseArgs({ options })
  if (values.list) {
    console.log(JSON.stringify(installed()))
    return 0
  }
  const report = values.advisories === undefined ? askRegistry() : undefined
  if (!report && values.advisories === undefined) {
    console.log('audit: the registry gives no advisories here; nothing was checked')
    return 0
  }
  const found = report
    ? Object.values(report.vulnerabilities ?? {})
    : askFile(values.advisories ?? '')
  const grave = found.filter(({ severity }) => failing.has(severity))
  for (const weakness of found) console.log(lineOf(weakness))
  console.log(`audit: ${found.length} known weaknesses, ${grave.length} of them high or critical`)
  return grave.length === 0 ? 0 : 1
}

process.exitCode = main()
