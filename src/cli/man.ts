import { version } from '../app.ts'
import { describeSettings } from '../config.ts'
import type { CliCommand, FreeCommand } from './command.ts'

/** The manual page, made from the commands and the settings. */
export function man(commands: () => readonly CliCommand[]): FreeCommand {
  return {
    name: 'man',
    summary: 'print the manual page',
    examples: ['kontor man | man -l -', 'kontor man > /usr/local/share/man/man1/kontor.1'],
    options: {},
    async run(_config, _values, io) {
      for (const line of manualOf(commands())) io.out(line)
      return 0
    },
  }
}

const exitCodes: readonly (readonly [codes: string, meaning: string])[] = [
  ['0', 'done'],
  ['1', 'refused or failed; what was named is not there'],
  ['2', 'wrong usage'],
  ['130, 143', 'asked to stop before its end (SIGINT, SIGTERM)'],
]

function manualOf(commands: readonly CliCommand[]): string[] {
  return [
    `.TH KONTOR 1 "" "kontor ${version}" "User Commands"`,
    '.SH NAME',
    text('kontor - a private data marketplace in one process'),
    '.SH SYNOPSIS',
    '.B kontor',
    '.I command',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    text('Every command takes --help, --json and the settings below.'),
    text('A command that works on a folder which a server has is carried out by that server.'),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH SETTINGS',
    text('Each is a flag, an environment variable, or a member of kontor.json in the data folder.'),
    ...describeSettings().flatMap(({ flag, environment, help }) => [
      '.TP',
      `.B ${text(`${flag}, ${environment}`)}`,
      text(help),
    ]),
    '.SH EXIT STATUS',
    ...exitCodes.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, meaning]),
    '.SH FILES',
    '.TP',
    '.I kontor.json',
    'settings, in the data folder',
    '.TP',
    '.B KONTOR_CACHE_DIR',
    text('where the single file unpacks; else $CACHE_DIRECTORY, $XDG_CACHE_HOME/kontor,'),
    text('~/.cache/kontor or the folder of temporary files.'),
    '.SH SEE ALSO',
    text('/docs/manual of every server, which has a page for each kind of reader.'),
  ]
}

function commandLines({ name, summary, options, examples }: CliCommand): string[] {
  const own = Object.entries(options).flatMap(([option, { help, type, value }]) => [
    '.TP',
    `.B ${text(type === 'string' ? `--${option} ${value ?? '<text>'}` : `--${option}`)}`,
    text(help),
  ])
  return [
    `.SS ${text(name)}`,
    text(`${summary}.`),
    ...own,
    ...(examples.length > 0 ? ['.PP', '.nf', ...examples.map(text), '.fi'] : []),
  ]
}

/** Where roff would see more than letters: its own sign, hyphens that are typed, a dot in front. */
function text(line: string): string {
  return line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1')
}
