import { describeSettings } from '../config.ts'
import type { CliCommand } from './command.ts'

const gap = 2

export function generalHelp(commands: readonly CliCommand[]): string[] {
  return [
    'kontor: a private data marketplace in one process',
    '',
    'Usage: kontor <command> [options]',
    '',
    'Commands:',
    ...table(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Every command takes --help, --json and --data-dir.',
    'Settings come from flags, then KONTOR_* in the environment, then kontor.json in the folder.',
    '',
    'Start here:',
    '  kontor demo     the whole business on sample documents, step by step',
    '  kontor serve    a server on a folder of your own',
    '',
    'The manual: /docs/manual of every server.',
  ]
}

export function commandHelp({ name, summary, options, examples }: CliCommand): string[] {
  const own = Object.entries(options).map(([option, { help, value, type }]) => {
    return [type === 'string' ? `--${option} ${value ?? '<text>'}` : `--${option}`, help] as const
  })
  return [
    `kontor ${name}: ${summary}`,
    '',
    'Options:',
    ...table([...own, ['--json', 'print data for machines'], ['--help', 'this text']]),
    '',
    'Settings (flag, or the same name as KONTOR_… in the environment):',
    ...table(describeSettings().map((setting) => [setting.flag, helpOf(setting)] as const)),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
  ]
}

/** What to say to words that are no command: those of the group, or what is written like them. */
export function strangeCommand(words: readonly string[], commands: readonly CliCommand[]): string {
  const [first = ''] = words
  const names = commands.map(({ name }) => name)
  const group = names.filter((name) => name.startsWith(`${first} `))
  const both = words.slice(0, 2).join(' ')
  const alike = names.filter(
    (name) => isAlmost({ known: name, typed: both }) || isAlmost({ known: name, typed: first }),
  )
  const meant = alike.length > 0 ? alike : group
  if (meant.length === 0) return `there is no command '${both}'. Try: kontor --help`
  const wants = meant === group && words.length === 1
  const said = wants ? `'${first}' wants one word more` : `there is no command '${both}'`
  return `${said}. Try: ${meant.map((name) => `kontor ${name}`).join(', ')}`
}

/** One letter more, less, other, or two in the other order. */
function isAlmost({ known, typed }: { known: string; typed: string }): boolean {
  if (known === typed || Math.abs(known.length - typed.length) > 1) return false
  let start = 0
  while (start < typed.length && known[start] === typed[start]) start++
  const [left, right] = [known.slice(start), typed.slice(start)]
  const swapped = `${right[1] ?? ''}${right[0] ?? ''}${right.slice(2)}`
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    left === swapped
  )
}

function helpOf({ help, default: value }: ReturnType<typeof describeSettings>[number]): string {
  const shown = Array.isArray(value) ? value.join(',') : value
  return shown === undefined || shown === '' ? help : `${help} (${shown})`
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + gap
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`)
}
