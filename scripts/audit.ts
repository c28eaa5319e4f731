import { spawnSync } from 'node:child_process'

/** A part of what `npm audit --json` says of a package. */
type Weakness = { name: string; severity: string; via: (string | { title: string; url: string })[] }
type Report = { vulnerabilities?: Record<string, Weakness>; error?: unknown; message?: string }

const failing = new Set(['high', 'critical'])
const waitMs = 120_000

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

function lineOf({ name, severity, via }: Weakness): string {
  const told = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`))
  return `${severity}: ${name}: ${told.join('; ')}`
}

function main(): number {
  const report = askRegistry()
  if (!report) {
    console.log('audit: the registry gives no advisories here; nothing was checked')
    return 0
  }
  const found = Object.values(report.vulnerabilities ?? {})
  const grave = found.filter(({ severity }) => failing.has(severity))
  for (const weakness of found) console.log(lineOf(weakness))
  console.log(`audit: ${found.length} known weaknesses, ${grave.length} of them high or critical`)
  return grave.length === 0 ? 0 : 1
}

process.exitCode = main()
