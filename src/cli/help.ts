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

function helpOf({ help, default: value }: ReturnType<typeof describeSettings>[number]): string {
  const shown = Array.isArray(value) ? value.join(',') : value
  return shown === undefined || shown === '' ? help : `${help} (${shown})`
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + gap
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`)
}
