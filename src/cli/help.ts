import { isAlmost } from '../base/almost.ts'
import { describeSettings } from '../config.ts'
import type { CliCommand, FreeCommand } from './command.ts'

const gap = 2

type Group = {
  title: string
  /** First words of commands; what has several words after it is described here. */
  about: Readonly<Record<string, string>>
}

/** What belongs together, in the order of the help. */
export const groups: readonly Group[] = [
  { title: 'Start', about: { demo: '', init: '', serve: '', login: '', logout: '' } },
  {
    title: 'People and access',
    about: {
      tenant: 'the houses: list, move, erase',
      user: 'the people with an account',
      key: 'API keys',
      secrets: 'what the server signs with',
      erase: '',
      audit: '',
    },
  },
  {
    title: 'Documents',
    about: {
      dataset: 'what you offer: with its price and who sees it',
      object: 'the files in it',
      access: 'who is let in',
      import: '',
      watch: '',
      review: 'uploads that wait',
      search: '',
      index: 'what searches look into',
    },
  },
  {
    title: 'Money',
    about: {
      payout: 'what you earn, and where it goes',
      credits: 'what buyers pay with',
      balance: 'SOL on the demo chain',
      settle: '',
      ledger: 'the books, and the proof that they are right',
      chain: 'the local chain',
      receipt: 'what a buyer was given',
    },
  },
  {
    title: 'The data folder',
    about: {
      doctor: '',
      backup: '',
      blobs: 'move files to another place',
      restore: '',
      migrate: '',
      upgrade: '',
      gc: 'clear away what is over',
      clock: 'a clock that jumped',
    },
  },
  {
    title: 'A running server',
    about: {
      config: '',
      'search-node': '',
      standby: '',
      top: '',
      traffic: '',
      logs: "show the server's log without secrets or people's data",
    },
  },
  {
    title: 'For programs and shells',
    about: {
      mcp: '',
      openapi: '',
      model: 'try a model before the server uses it',
      completion: '',
      man: '',
      help: '',
    },
  },
]

export function generalHelp(commands: readonly CliCommand[]): string[] {
  const all = groups.map(({ title, about }) => ({ title, rows: rowsOf(about, commands) }))
  const width = Math.max(...all.flatMap(({ rows }) => rows.map(([left]) => left.length)))
  return [
    'kontor: a private data marketplace in one process',
    '',
    'Usage: kontor <command> [options]',
    '',
    ...all.flatMap(({ title, rows }) => [`${title}:`, ...table(rows, width), '']),
    'Every command takes --help, --json and --data-dir. kontor help settings shows the settings.',
    'Begin with kontor demo, the whole business on sample documents, or kontor serve, a server on',
    'a folder of your own. The manual: /docs/manual of every server.',
  ]
}

/** Wider than this they are left to the help of the first one. */
const wordsMax = 34

/** One line for each first word, with the words that may follow. */
function rowsOf(about: Group['about'], commands: readonly CliCommand[]): Row[] {
  return Object.entries(about).flatMap(([word, said]) => {
    const meant = commands.filter(({ name }) => name.split(' ')[0] === word)
    const next = meant.flatMap(({ name }) => name.split(' ').slice(1)).join('|')
    const alone = meant.some(({ name }) => name === word) && next !== ''
    const words = alone ? `${word} [${next}]` : `${word} ${next}`
    const shown = words.length > wordsMax ? `${word} <command>` : words.trimEnd()
    return [[shown, said || (meant[0]?.summary ?? '')]]
  })
}

/** For the first of two words: what may follow. Undefined where nothing does. */
export function groupHelp(word: string, commands: readonly CliCommand[]): string[] | undefined {
  const meant = commands.filter(({ name }) => name.startsWith(`${word} `))
  if (meant.length === 0) return undefined
  return [
    ...table(meant.map(({ name, summary }) => [`kontor ${name}`, summary])),
    '',
    `kontor ${meant[0]?.name} --help shows its options.`,
  ]
}

export function commandHelp({ name, summary, options, examples, operand }: CliCommand): string[] {
  const bare = operand === undefined ? undefined : (options[operand]?.value ?? '<text>')
  const own = Object.entries(options).map(([option, { help, value, type }]): Row => {
    return [type === 'string' ? `--${option} ${value ?? '<text>'}` : `--${option}`, help]
  })
  return [
    `kontor ${name}: ${summary}`,
    '',
    ...(own.length > 0 ? ['Options:', ...table(own), ''] : []),
    ...(bare === undefined ? [] : [`${bare} may stand alone, without --${operand}.`]),
    'Also --json (data for machines), --data-dir and all that kontor help settings shows.',
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
  ]
}

/** Lists every setting: too many to be shown with each command. */
export const helpSettings: FreeCommand = {
  name: 'help settings',
  summary: 'show every setting, its default and what it means',
  examples: ['kontor help settings', 'kontor help settings --json'],
  options: {},
  async run(_config, values, io) {
    const settings = describeSettings()
    if (values.json) {
      const shown = settings.map(({ boolean: _, ...rest }) => rest)
      io.out(JSON.stringify({ settings: shown }, null, 2))
      return 0
    }
    io.out('Each is a flag, a variable, or a member of kontor.json in the data folder.')
    for (const setting of settings) {
      io.out(`\n${setting.flag}, ${setting.environment}\n    ${helpOf(setting)}`)
    }
    return 0
  },
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

function helpOf({ help, default: value }: ReturnType<typeof describeSettings>[number]): string {
  const shown = Array.isArray(value) ? value.join(',') : value
  return shown === undefined || shown === '' ? help : `${help} (${shown})`
}

type Row = readonly [left: string, right: string]

function table(rows: readonly Row[], width = Math.max(...rows.map(([left]) => left.length))) {
  return rows.map(([left, right]) => `  ${left.padEnd(width + gap)}${right}`)
}
