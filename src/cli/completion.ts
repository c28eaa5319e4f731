import { describeSettings } from '../config.ts'
import { type CliCommand, type FreeCommand, UsageError } from './command.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** Lets a shell finish what is typed: made from the commands, so it knows them all. */
export function completion(commands: () => readonly CliCommand[]): FreeCommand {
  return {
    name: 'completion',
    summary: 'print what lets bash, zsh or fish complete the command line',
    examples: [
      'kontor completion bash > ~/.local/share/bash-completion/completions/kontor',
      'kontor completion zsh > ~/.zfunc/_kontor',
      'kontor completion fish > ~/.config/fish/completions/kontor.fish',
    ],
    options: { shell: { type: 'string', help: 'bash, zsh or fish', value: '<shell>' } },
    operand: 'shell',
    async run(_, values, io) {
      const shell = shells.find((known) => known === values.shell)
      if (shell === undefined) throw new UsageError('--shell must be bash, zsh or fish.')
      io.out(scriptFor(shell, commands()))
      return 0
    },
  }
}

/** Whether what is typed after it is a file or folder of this machine. */
function takesPath({ operand, options }: CliCommand): boolean {
  return operand !== undefined && namesPath(options[operand]?.value)
}

function namesPath(value = ''): boolean {
  return /<(file|folder)>/.test(value)
}

type Flag = { flag: string; help: string; takes: boolean; isFile: boolean }

function scriptFor(shell: Shell, commands: readonly CliCommand[]): string {
  return { bash, zsh, fish }[shell](commands)
}

/** The options of a command, those of every command left out. */
function ownFlags({ options }: CliCommand): Flag[] {
  return Object.entries(options).map(([name, { help, type, value }]) => ({
    flag: `--${name}`,
    help,
    takes: type === 'string',
    isFile: namesPath(value),
  }))
}

function commonFlags(): Flag[] {
  const settings = describeSettings().map(({ flag, help, boolean }) => ({
    flag,
    help,
    takes: boolean !== true,
    isFile: /-(dir|file|folder|model)$/.test(flag),
  }))
  return [
    ...settings,
    { flag: '--json', help: 'print data for machines', takes: false, isFile: false },
    { flag: '--help', help: 'what a command does', takes: false, isFile: false },
  ]
}

/** `key create` and `key revoke` are `key`, and then the choice of two. */
function words(commands: readonly CliCommand[]): {
  firsts: string[]
  seconds: Map<string, string[]>
} {
  const seconds = new Map<string, string[]>()
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ')
    seconds.set(first, [...(seconds.get(first) ?? []), ...(second ? [second] : [])])
  }
  return { firsts: [...seconds.keys()], seconds }
}

/** `mcp config` is to be met before `mcp`. */
function longerFirst(commands: readonly CliCommand[]): CliCommand[] {
  return commands.toSorted((a, b) => b.name.split(' ').length - a.name.split(' ').length)
}

function bash(commands: readonly CliCommand[]): string {
  const { firsts, seconds } = words(commands)
  const choices = [...seconds]
    .filter(([, all]) => all.length > 0)
    .map(([first, all]) => `    ${first}) choices='${all.join(' ')}' ;;`)
  const options = longerFirst(commands).map((one) => {
    const typed = one.name.includes(' ') ? `'${one.name}'` : `'${one.name} '*`
    const after = takesPath(one) ? ` files=${one.name.split(' ').length}` : ''
    return `    ${typed}) options='${flagsOf(ownFlags(one))}'${after} ;;`
  })
  const files = [...commonFlags(), ...commands.flatMap(ownFlags)].filter(({ isFile }) => isFile)
  return `# bash completion of kontor
_kontor() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
  local first=\${COMP_WORDS[1]} choices='' options='' files=''
  COMPREPLY=()
  case $before in
    ${[...new Set(files.map(({ flag }) => flag))].join(' | ')})
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
  esac
  case $first in
${choices.join('\n')}
  esac
  case "$first \${COMP_WORDS[2]}" in
${options.join('\n')}
  esac
  if [[ $COMP_CWORD -eq 1 ]]; then choices='${firsts.join(' ')} --help --version'
  elif [[ $word == -* ]]; then choices="$options ${flagsOf(commonFlags())}"
  elif [[ $COMP_CWORD -gt 2 ]]; then choices=''
  fi
  mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
  if [[ -n $files && $COMP_CWORD -gt $files && $word != -* ]]; then
    mapfile -t -O \${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _kontor kontor`
}

function flagsOf(flags: readonly Flag[]): string {
  return flags.map(({ flag }) => flag).join(' ')
}

function zsh(commands: readonly CliCommand[]): string {
  const { seconds } = words(commands)
  const summaries = new Map(commands.map(({ name, summary }) => [name, summary]))
  const described = (names: readonly string[], prefix = '') =>
    names
      .map((name) => {
        const about = summaries.get(prefix + name) ?? (seconds.get(name) ?? []).join(', ')
        return `'${name}:${zshText(about)}'`
      })
      .join(' ')
  const groups = [...seconds].filter(([, all]) => all.length > 0)
  const paths = new Set(commands.filter(takesPath).map(({ name }) => name))
  return `#compdef kontor
_kontor() {
  local -a choices options
  options=(${commonFlags().map(zshFlag).join(' ')})
  if (( CURRENT == 2 )); then
    choices=(${described([...seconds.keys()])})
    _describe command choices
    return
  fi
  case $words[2] in
${groups
  .map(
    ([
      first,
      all,
    ]) => `    ${first}) (( CURRENT == 3 )) && { choices=(${described(all, `${first} `)})
      _describe command choices${paths.has(first) ? '; _files' : ''}; return } ;;`,
  )
  .join('\n')}
  esac
  case "$words[2] $words[3]" in
${longerFirst(commands)
  .map((one) => `    '${one.name}'*) options+=(${ownFlags(one).map(zshFlag).join(' ')}) ;;`)
  .join('\n')}
  esac
  _arguments -s $options '*:file:_files'
}
# Read as a file of its own at the first TAB, it answers that one, too.
if [[ $funcstack[1] == _kontor ]]; then _kontor "$@"; else compdef _kontor kontor; fi`
}

function zshFlag({ flag, help, takes, isFile }: Flag): string {
  const value = takes ? `:value:${isFile ? '_files' : ''}` : ''
  return `'${flag}[${zshText(help)}]${value}'`
}

function zshText(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&').replaceAll("'", "'\\''")
}

function fish(commands: readonly CliCommand[]): string {
  const { seconds } = words(commands)
  const lines = ['# fish completion of kontor', 'complete -c kontor -f']
  for (const [first, all] of seconds) {
    const about = commands.find(({ name }) => name === first)?.summary ?? all.join(', ')
    lines.push(`complete -c kontor -n __fish_use_subcommand -a ${first} -d ${fishText(about)}`)
  }
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ')
    const seen = `__fish_seen_subcommand_from ${first}`
    if (second) {
      const unset = `${seen}; and not __fish_seen_subcommand_from ${seconds.get(first)?.join(' ')}`
      const about = fishText(command.summary)
      lines.push(`complete -c kontor -n '${unset}' -a ${second} -d ${about}`)
    }
    const where = second ? `${seen}; and __fish_seen_subcommand_from ${second}` : seen
    if (takesPath(command)) lines.push(`complete -c kontor -F -n '${where}'`)
    for (const flag of ownFlags(command)) lines.push(`${fishFlag(flag)} -n '${where}'`)
  }
  return [...lines, ...commonFlags().map(fishFlag)].join('\n')
}

function fishFlag({ flag, help, takes, isFile }: Flag): string {
  const value = takes ? ` -r${isFile ? 'F' : ''}` : ''
  return `complete -c kontor -l ${flag.slice(2)}${value} -d ${fishText(help)}`
}

function fishText(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}
