import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { version } from '../app.ts'
import { DomainError } from '../base/errors.ts'
import { userName } from '../base/owner.ts'
import { shellWord } from '../base/shell-word.ts'
import { type Config, ConfigError, describeSettings, readConfig } from '../config.ts'
import { actOnFolder } from './act-on-folder.ts'
import {
  type CliCommand,
  type FolderCommand,
  type Io,
  type MarketCommand,
  type Outcome,
  requireOption,
  UsageError,
} from './command.ts'
import { commands } from './commands.ts'
import { commandHelp, generalHelp, groupHelp, strangeCommand } from './help.ts'
import { askMarket, placeOf } from './market/market.ts'
import { giveAgain, Left, stoppedCode, stopSignal, unlessLeft } from './stop.ts'

export const exitDone = 0
export const exitRefused = 1
export const exitUsage = 2

/**
 * Runs one command line; the answer is the exit code (0 done, 1 refused or failed, 2 usage, 130 or
 * 143 stopped before its end).
 */
export async function runCli(argv: readonly string[], io: Io): Promise<number> {
  const stop = stopSignal(io)
  try {
    return await dispatch(argv, { ...io, stop })
  } catch (error) {
    if (error instanceof Left) {
      io.err(`kontor: left where it was (${stop.reason}): every step of it is whole. ${giveAgain}`)
      return stoppedCode(stop)
    }
    if (error instanceof UsageError || error instanceof ConfigError) {
      io.err(`kontor: ${error.message}${helpFor(error, argv)}`)
      return exitUsage
    }
    const system = systemRefusal(error)
    if (system !== undefined) {
      io.err(`kontor: ${system}`)
      return exitRefused
    }
    const known = error instanceof DomainError || isExpected(error)
    const said = known ? (error as Error).message : String((error as Error)?.stack ?? error)
    const way = [...(wayOut[said] ?? []), ...asOwner(error, argv, io)]
    io.err(`kontor: ${[said, ...way].join(' ')}`)
    if ((error as Error)?.name === 'FolderMissing') return exitUsage
    return stop.aborted ? stoppedCode(stop) : exitRefused
  }
}

/** The same line for the owner of the folder, who has none of root's environment. */
function asOwner(error: unknown, argv: readonly string[], { environment }: Io): string[] {
  const { owner } = (error ?? {}) as { owner?: number }
  if (owner === undefined) return []
  const names = Object.keys(environment).filter((name) => name.startsWith('KONTOR_'))
  const kept = names.length > 0 ? [`--preserve-env=${names.join()}`] : []
  const words = argv.map(shellWord)
  const user = userName(owner)
  return [['sudo', ...kept, '-u', user.replace('#', '\\#'), 'kontor', ...words].join(' ')]
}

/** Where what a command wants is written, unless it was said already. */
function helpFor({ message }: Error, argv: readonly string[]): string {
  const command = / is required\./.test(message) ? findCommand(argv) : undefined
  return command === undefined ? '' : ` Try: kontor ${command.name} --help`
}

/** Where what was named can be looked up. */
const wayOut: Readonly<Record<string, readonly string[]>> = {
  'No such tenant.': ['kontor tenant list shows them.'],
  'No such user.': ['kontor user list shows them.'],
  'No such reprocessing.': ['kontor dataset reprocess without --status begins one.'],
  'This dataset is not suspended.': [
    'One that its owner paused: kontor dataset set <dataset> --status active.',
  ],
  'The store of files cannot be reached. Nothing was charged. Try again later.': [
    'kontor doctor says why, and what to do.',
  ],
  'Show again who you are: this asks for it when ten minutes have passed.': [
    'Here that is: kontor login.',
  ],
}

async function dispatch(typed: readonly string[], io: Io & { stop: AbortSignal }): Promise<number> {
  const { stop } = io
  // Whoever asks for help in words is answered, too.
  const asksInWords = typed[0] === 'help' && findCommand(typed) === undefined
  const argv = asksInWords ? [...typed.slice(1), '--help'] : typed
  const command = findCommand(argv)
  if (!command) return withoutCommand(argv, io)
  const values = parse(command, argv.slice(command.name.split(' ').length))
  if (values.help) {
    for (const line of commandHelp(command)) io.out(line)
    return exitDone
  }
  const usualFolder = 'usualFolder' in command ? command.usualFolder : undefined
  const { environment } = io
  const config = () => {
    const read = readConfig({ flags: settingFlags(values), environment, usualFolder })
    if (command.tellsNotices) for (const notice of read.notices) io.err(`kontor: ${notice}`)
    return read
  }
  const asks = 'ask' in command ? command.ask : undefined
  if (values.server !== undefined && !asks && !('server' in command.options)) {
    throw new UsageError(
      `kontor ${command.name} works on the data folder itself, or on this machine: it has no ` +
        '--server. Give it where the folder is.',
    )
  }
  if ('run' in command) {
    const running = command.run(config, values, io)
    return command.stops ? running : unlessLeft(running, { stop, stops: false, io })
  }
  const outcome = await outcomeOf(command, { config, values, io })
  print(outcome, values.json === true, io)
  if (outcome.stopped !== undefined) {
    io.err(`kontor: stopped (${stop.reason}). ${outcome.stopped}`)
    return stoppedCode(stop)
  }
  return outcome.failed ? exitRefused : exitDone
}

type Typed = { config: () => Config; values: Parsed; io: Io & { stop: AbortSignal } }

/** What can be asked of a server elsewhere is asked there, where one is meant. */
async function outcomeOf(command: FolderCommand | MarketCommand, typed: Typed): Promise<Outcome> {
  const { config, values, io } = typed
  const { ask: asks } = command
  const place = asks ? placeOf(typed) : { folder: true as const }
  if (asks && ('server' in place || !('act' in command))) {
    const { options } = command
    const asking = askMarket({ asks, place, options, config, values, io, signal: io.stop })
    return unlessLeft(asking, { stop: io.stop, stops: command.stops === true, io })
  }
  return actOnFolder(command as FolderCommand, { config: config(), values, io })
}

/** Help, the version, or a refusal that says what may have been meant. */
function withoutCommand(argv: readonly string[], io: Io): number {
  if (argv[0] === '--version') {
    io.out(version)
    return exitDone
  }
  const words = argv.filter((word) => !word.startsWith('-'))
  const [only = '', ...others] = words
  const isAsked = others.length === 0 && argv.some((word) => word === '--help' || word === '-h')
  const following = isAsked ? groupHelp(only, commands) : undefined
  if (words.length > 0 && !following) throw new UsageError(strangeCommand(words, commands))
  for (const line of following ?? generalHelp(commands)) io.out(line)
  return argv.length === 0 ? exitUsage : exitDone
}

function findCommand(argv: readonly string[]): CliCommand | undefined {
  const two = argv.slice(0, 2).join(' ')
  return commands.find(({ name }) => name === two) ?? commands.find(({ name }) => name === argv[0])
}

type Parsed = Record<string, string | boolean | undefined>

function parse(command: CliCommand, args: readonly string[]): Parsed {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    help: { type: 'boolean', short: 'h' },
    json: { type: 'boolean' },
    server: { type: 'string' },
  }
  for (const { flag, boolean } of describeSettings()) {
    options[flag.slice(2)] = { type: boolean ? 'boolean' : 'string' }
  }
  for (const [name, { type }] of Object.entries(command.options)) options[name] = { type }
  const { said, others } = saidOfTruths(args)
  try {
    const asked = { args: others, options, strict: true, allowPositionals: true, tokens: true }
    const parsed = parseArgs(asked) as ParsedArgs
    const values = withOperand(command, parsed)
    requireOnce([...said.map(({ name }) => name), ...optionsIn(parsed)])
    const truths = Object.fromEntries(said.map(({ name, value }) => [name, value]))
    return { ...withWholePaths(command, values), ...truths }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${(error as Error).message} Try: kontor ${command.name} --help`)
  }
}

/** Of what is given twice one would be dropped without a word. */
function requireOnce(names: readonly string[]): void {
  const again = names.find((name, at) => names.indexOf(name) < at)
  if (again !== undefined) throw new Error(`--${again} is given twice.`)
}

function optionsIn({ tokens }: ParsedArgs): string[] {
  return tokens.flatMap(({ kind, name = '' }) => (kind === 'option' ? name : []))
}

/** What is on by itself is turned off by `--ocr=false`, which parseArgs would refuse. */
function saidOfTruths(args: readonly string[]): { said: Said[]; others: string[] } {
  const truths = new Set(describeSettings().flatMap(({ flag, boolean }) => (boolean ? flag : [])))
  const said: Said[] = []
  const others = args.filter((arg) => {
    const [, flag = '', value] = /^(--[a-z-]+)=(.*)$/.exec(arg) ?? []
    if (value === undefined || !truths.has(flag)) return true
    said.push({ name: flag.slice(2), value })
    return false
  })
  return { said, others }
}

type Said = { name: string; value: string }
type Token = { kind: string; name?: string }
type ParsedArgs = { values: Parsed; positionals: string[]; tokens: Token[] }

function withOperand({ operand }: CliCommand, { values, positionals }: ParsedArgs): Parsed {
  const [strange] = operand === undefined ? positionals : positionals.slice(1)
  if (strange !== undefined) throw new Error(`Unexpected argument '${strange}'.`)
  const [first] = positionals
  if (operand === undefined || first === undefined) return values
  if (operand in values) throw new Error(`--${operand} is given twice: once as '${first}'.`)
  return { ...values, [operand]: first }
}

/** A server that carries the command out may have been started in another folder. */
function withWholePaths({ options }: CliCommand, values: Parsed): Parsed {
  const whole = Object.entries(values).map(([name, value]) => {
    const isPath = ['<file>', '<folder>'].includes(options[name]?.value ?? '')
    return [name, isPath ? resolve(requireOption(values, name)) : value] as const
  })
  return Object.fromEntries(whole)
}

function settingFlags(values: Parsed): Record<string, unknown> {
  const settings = describeSettings()
  return Object.fromEntries(settings.map(({ name, flag }) => [name, values[flag.slice(2)]]))
}

function print({ lines, data }: Outcome, json: boolean, io: Io) {
  if (json) io.out(JSON.stringify(data, null, 2))
  else for (const line of lines) io.out(line)
}

/** What the operator's machine refuses, and where to look. */
const systemCodes =
  /^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR|SQLITE_(READONLY|CANTOPEN|FULL|CORRUPT|NOTADB|IOERR))/

function systemRefusal(error: unknown): string | undefined {
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException
  if (typeof code !== 'string' || !systemCodes.test(code)) return undefined
  const said = message.startsWith(code) ? message : `${code}: ${message}`
  return `${said}. kontor doctor says what to do.`
}

const expected = new Set([
  'AddressRefused',
  'ArchiveRefused',
  'BackupRefused',
  'ClusterRefused',
  'FolderMissing',
  'FolderInUse',
  'FolderNotWritable',
  'FolderRefused',
  'KontorError',
  'LanguagesRefused',
  'LeaseAway',
  'LeaseRefused',
  'LitestreamRefused',
  'PlaceRefused',
  'MigrationRefused',
  'ModelRefused',
  'NotThere',
  'PemRefused',
  'RingRefused',
  'SchemaOlder',
])

function isExpected(error: unknown): boolean {
  return error instanceof Error && expected.has(error.name)
}
