import { parseArgs } from 'node:util'
import { UsageError } from '../../src/cli/command.ts'
import { endWith } from '../end-with.ts'
import { type Asked, campaigns, numbers, words } from './campaigns.ts'

const names = Object.keys(campaigns)
const ways = names.map(
  (name) => `scripts/soak ${name} ${campaigns[name]?.options} [--seed 1] [--json]`,
)

const usage = `Usage: ${ways.join('\n       ')}

${names.map((name) => `${name}  ${campaigns[name]?.about}`).join('\n')}

Exit code 1 on any breach, 2 when it could not run. The same seed makes the same plan.`

const options = {
  ...Object.fromEntries(numbers.map((name) => [name, { type: 'string' as const }])),
  ...Object.fromEntries(words.map((name) => [name, { type: 'string' as const }])),
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const campaign = campaigns[positionals[0] ?? '']
  if (values.help) return say([usage], 0)
  if (campaign === undefined) return say([usage], 2)
  const { report, lines, skipped } = await campaign.run(askedOf(values))
  if (skipped !== undefined) return say([`Skipped: ${skipped}.`], 2)
  const shown = values.json ? [JSON.stringify(report, null, 2)] : lines
  return say(shown, report.breaches.length === 0 ? 0 : 1)
}

function askedOf(values: { seed: string }): Asked {
  const given = values as Record<string, unknown>
  const counts = numbers
    .filter((name) => given[name] !== undefined)
    .map((name) => [name, count(String(given[name]))])
  const texts = words.map((name) => [name, given[name]])
  return { seed: values.seed, ...Object.fromEntries([...texts, ...counts]) }
}

function say(lines: readonly string[], code: number): number {
  console.log(lines.join('\n'))
  return code
}

function count(text: string): number {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text)
  throw new UsageError(`${text} is not a number from 1 to 99999999.`)
}

endWith(main, { usage, fault: 2 })
