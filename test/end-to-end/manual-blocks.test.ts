// Every block of code that a reader sees is run, or held against the program in another way. A
// block of a kind that nothing holds fails, and so does one that is in nobody's count.
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexer, type Token, walkTokens } from 'marked'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { describeSettings, readConfig } from '../../src/config.ts'
import {
  commandsIn,
  examplesOf,
  type Fence,
  fencesOf,
  isOfClosedMonth,
  type Page,
  pagesOfOperations,
  pagesOfTour,
  readersPages,
  repository,
} from '../support/readme.ts'
import { runCommand } from '../support/run-command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const pages = readersPages()

/** Programs of others that a block for another moment may name. */
const programsOfOthers = ['install', 'npm']

/** A block for another moment: each line is a script of ours or a command that can be read. */
async function holdConsole({ text }: Fence): Promise<void> {
  for (const line of text.split('\n')) {
    const [program = ''] = line.split(' ')
    if (program.startsWith('./scripts/')) {
      assert.ok((statSync(join(repository, program)).mode & 0o111) !== 0, line)
      if (program !== './scripts/kontor' && program !== './scripts/demo') continue
    } else if (programsOfOthers.includes(program)) continue
    const [words] = commandsIn(line.replace('./scripts/kontor', 'kontor'))
    const args = program === './scripts/demo' ? ['demo', ...line.split(' ').slice(1)] : words
    assert.ok(args, line)
    await holdCommand(args)
  }
}

async function holdCommand(args: readonly string[]): Promise<void> {
  const { code, err } = await runCommand({ args: [...args, '--help'] })
  assert.is(code, 0, `kontor ${args.join(' ')}: ${err.join(' ')}`)
}

/** Each variable is a setting and takes the value. */
function holdEnvironment({ text }: Fence): void {
  const lines = text.split('\n').map((line) => line.split(/=(.*)/).slice(0, 2))
  const names = new Set(describeSettings().map(({ environment }) => environment))
  for (const [name = ''] of lines) assert.ok(names.has(name), name)
  readConfig({ environment: Object.fromEntries(lines) })
}

const unitKeys = [
  ...['Type', 'ExecStart', 'EnvironmentFile', 'User', 'ReadWritePaths'],
  ...['OnCalendar', 'Persistent', 'WantedBy', 'ListenStream'],
]
const unitSections = ['[Service]', '[Socket]', '[Timer]', '[Install]']

/** Units of systemd: their words are known, and what they start is a command with its settings. */
async function holdUnits({ text }: Fence): Promise<void> {
  const isStarting = /^ExecStart=./m.test(text)
  if (isStarting) assert.match(text, /^EnvironmentFile=-\/etc\/kontor\.env$/m)
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('# /etc/'))) {
    const [key = '', value = ''] = line.split(/=(.*)/)
    assert.ok(unitSections.includes(line) || unitKeys.includes(key), line)
    if (key !== 'ExecStart') continue
    const [words] = commandsIn(value)
    assert.ok(words, line)
    await holdCommand(words)
  }
}

/** What Prometheus is told of us: the rules that lie beside, and where we listen by default. */
function holdScrape(text: string): void {
  const [, rules = ''] = /rule_files:\n {2}- (\S+)/.exec(text) ?? []
  assert.ok(existsSync(join(repository, 'data/monitoring', rules)), rules)
  assert.match(text, /'127\.0\.0\.1:4200'/)
}

/** The file of Litestream: the one path of ours is that of the database. */
function holdYaml({ text }: Fence): void {
  if (text.includes('scrape_configs:')) return void holdScrape(text)
  const ours = [...text.matchAll(/path: (\/var\/lib\/kontor\/\S+)/g)].map(([, path]) => path)
  assert.equal(ours, ['/var/lib/kontor/kontor.db'])
}

/** A file of sign-in providers, which the program reads as it stands there. */
function holdProviders(text: string): void {
  using folder = temporaryFolder()
  const oidcProvidersFile = join(folder.path, 'oidc.json')
  writeFileSync(oidcProvidersFile, text)
  writeFileSync(join(folder.path, 'company.secret'), 'secret')
  const { oidc } = readConfig({ flags: { dataDir: folder.path, oidcProvidersFile } })
  assert.is(oidc.length, 1)
}

/** The rights that the server wants in a bucket: a reader can paste them. */
function holdPolicy(text: string): void {
  const { Statement: statements } = JSON.parse(text) as { Statement: { Action: string[] }[] }
  const actions = statements.flatMap(({ Action }) => Action)
  assert.ok(actions.every((action) => /^s3:[A-Z][A-Za-z]+$/.test(action)))
}

async function holdClientEntry({ text }: Fence): Promise<void> {
  if (text.includes('"providers"')) return holdProviders(text)
  if (text.includes('"Statement"')) return holdPolicy(text)
  const { out } = await runCommand({ args: ['mcp', 'config', '--key', 'kontor_x', '--json'] })
  const printed = JSON.stringify(JSON.parse(out.join('\n')))
  const entry = JSON.stringify(JSON.parse(text)).slice(1, -1).replace('kontor_…', 'kontor_x')
  assert.ok(printed.includes(entry), text)
}

function holdDrawing({ text }: Fence): void {
  const folders = [...text.matchAll(/src\/[a-z]+/g)].map(([folder]) => folder)
  assert.ok(folders.length > 3)
  for (const folder of folders) assert.ok(existsSync(join(repository, folder)), folder)
}

const elsewhere = () => undefined

/** What holds a block that is not the output of one before it. */
const kinds: Readonly<Record<string, (block: Fence) => void | Promise<void>>> = {
  // readme-tour, readme-operations and readme-month run them; the counts below say that all are.
  sh: elsewhere,
  // test/client/readme-example runs the first one, test/client/frameworks the others of its
  // page; test/domain/webhooks/manual-example that of webhooks.
  ts: elsewhere,
  // test/client/python-example, where Python is.
  python: elsewhere,
  // test/composition/search-nodes/papers makes its certificates by it.
  bash: elsewhere,
  console: holdConsole,
  env: holdEnvironment,
  ini: holdUnits,
  yaml: holdYaml,
  json: holdClientEntry,
  drawing: holdDrawing,
}

/** The kind of each block of a page; output is what stands below commands that are run. */
function kindsOf({ text }: Page): { kind: string; block: Fence }[] {
  const fences = fencesOf(text)
  return fences.map((block, n) => {
    const before = fences[n - 1]
    const follows = before?.kind === 'sh' && text.slice(before.end, block.start).trim() === ''
    const isOutput = follows && ['text', 'json'].includes(block.kind)
    return { kind: isOutput ? 'output' : block.kind, block }
  })
}

test('every block is of commands that are run, their output, or of another test', async () => {
  for (const page of pages) {
    for (const { kind, block } of kindsOf(page)) {
      if (kind === 'output') continue
      const hold = kinds[kind]
      assert.ok(hold, `${page.name}: a block of the kind “${kind}” is held by nothing`)
      await hold(block)
    }
  }
})

/** How many of what a page has: a block that is lost, or read as something else, is seen here. */
const counted: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'README.md': { console: 2, sh: 2, output: 2, drawing: 1 },
  'accounts.md': { sh: 2, output: 2 },
  'api-conventions.md': { sh: 4, output: 4 },
  'backups.md': { sh: 1, output: 1, env: 1, ini: 2, yaml: 1 },
  'buyers-and-agents.md': { sh: 3, output: 3 },
  'certificates.md': { console: 1, env: 1, ini: 1 },
  'events.md': { ts: 1, env: 1 },
  'files-on-s3.md': { env: 1, json: 1, console: 1 },
  'formats.md': { sh: 2, output: 2 },
  'getting-started.md': { console: 3, sh: 7, output: 6 },
  'install.md': { console: 4 },
  'mcp.md': { sh: 1, output: 1, console: 1, json: 1 },
  'monitoring.md': { ini: 1, yaml: 1 },
  'money.md': { sh: 5, output: 5 },
  'programs.md': { console: 2, python: 1, ts: 4 },
  'providers.md': { sh: 3, output: 3, console: 1 },
  'public-pages.md': { env: 1 },
  'reviewers.md': { sh: 2, output: 2, console: 1 },
  'search-nodes.md': { env: 1, console: 1, bash: 1 },
  'growing.md': { env: 1 },
  'searching.md': { sh: 5, output: 5, console: 1 },
  'proof.md': { console: 1 },
  'proofs.md': { console: 2 },
  'second-factors.md': { console: 1 },
  'secrets.md': { sh: 1, output: 1 },
  'single-sign-on.md': { console: 2, json: 1 },
  'standby.md': { env: 1, console: 2 },
  'tenant-data.md': { sh: 1, output: 1 },
  'wallets.md': { sh: 2, output: 2 },
  'webhooks.md': { ts: 1 },
}

test('the pages have the blocks that are counted here, and no others', () => {
  const found = pages.map((page) => {
    const counts: Record<string, number> = {}
    for (const { kind } of kindsOf(page)) counts[kind] = (counts[kind] ?? 0) + 1
    return [page.name, counts] as const
  })
  assert.equal(
    Object.fromEntries(found.filter(([, counts]) => Object.keys(counts).length > 0)),
    counted,
  )
})

test('a reader of Markdown sees the same blocks, none of them by its indentation', () => {
  for (const { name, text } of pages) {
    const blocks: Token[] = []
    void walkTokens(lexer(text), (token) => {
      if (token.type === 'code') blocks.push(token)
    })
    assert.equal(
      blocks.map((token) => ('lang' in token ? token.lang : 'by its indentation')),
      fencesOf(text).map(({ kind }) => kind),
      name,
    )
  }
})

test('every block of commands is run in the tour, for the operator, or in a closed month', () => {
  const run = [
    ...pagesOfTour().flatMap(({ examples }) => examples),
    ...pagesOfOperations().flatMap(({ text }) => examplesOf(text)),
    ...pages.flatMap(({ text }) => examplesOf(text).filter(isOfClosedMonth)),
  ].map(({ commands }) => commands)
  const all = pages.flatMap(({ text }) => examplesOf(text).map(({ commands }) => commands))
  assert.equal(run.sort(), all.sort())
})

test('no page of the manual is longer than 250 lines, and the README than 200', () => {
  for (const { name, text } of pages) {
    const most = name === 'README.md' ? 200 : 250
    assert.ok(text.split('\n').length <= most, name)
  }
})

test.run()
