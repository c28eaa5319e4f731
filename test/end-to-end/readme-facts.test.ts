// What the README and the manual list is what the program has: each table is compared with the code
// in both directions, and what prose names (commands, settings, routes, files) must be there.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commands } from '../../src/cli/commands.ts'
import { describeSettings } from '../../src/config.ts'
import { searchAllowances } from '../../src/domain/ledger/limits.ts'
import { retrievalModes, searchModes } from '../../src/domain/search/index.ts'
import { queryFields } from '../../src/engine/query/query.ts'
import { formats } from '../../src/extract/formats/format.ts'
import { agentRoutes } from '../../src/http/agent/routes.ts'
import { blobRoutes } from '../../src/http/blobs/routes.ts'
import { allRoutes } from '../../src/http/surfaces.ts'
import { v1Routes } from '../../src/http/v1/routes.ts'
import { walletRoutes } from '../../src/http/wallet/routes.ts'
import {
  anchorsOf,
  codeOf,
  commandLinesOf,
  examplesOf,
  manualPage,
  placeOf,
  readersPages,
  repository,
} from '../support/readme.ts'
import { runCommand } from '../support/run-command.ts'

const readers = readersPages()
const pages = readers.map(({ text }) => text)
const page = pages.join('\n')
const spans = pages.flatMap(codeOf)
const examples = pages.flatMap(examplesOf)
const sorted = (list: Iterable<string>) => [...new Set(list)].sort()

/** The rows of the table below a row that begins so, without its head. */
function rowsBelow(head: string): string[][] {
  const from = page.indexOf(`\n| ${head}`)
  assert.ok(from >= 0, head)
  const [table = ''] = page.slice(from + 1).split('\n\n')
  const [, , ...rows] = table.split('\n')
  return rows.map((row) => row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
}

test('every setting has its row, and every row its setting', () => {
  const rows = describeSettings().map(({ flag, environment, help, default: value }) => {
    const shown = value === undefined || Array.isArray(value) ? '' : `\`${value}\``
    return `| \`${flag}\` | \`${environment}\` | ${shown} | ${help} |`
  })
  const lines = manualPage('settings.md').text.split('\n')
  const listed = lines.filter((line) => line.startsWith('| `--'))
  assert.equal(listed.sort(), rows.sort())
})

const names: Readonly<Record<string, string>> = {
  'JSON lines': 'jsonl',
  'plain text': 'text',
  SubRip: 'srt',
  WebVTT: 'vtt',
  JPEG: 'jpg',
  'MPEG-TS': 'm2ts',
}
const modalitiesOf: Readonly<Record<string, string[]>> = {
  Documents: ['document'],
  Text: ['text'],
  Pictures: ['image'],
  Recordings: ['audio', 'video'],
}

for (const [kind, modalities] of Object.entries(modalitiesOf)) {
  test(`${kind.toLowerCase()}: the formats of the README are those that have a reader`, () => {
    const row = rowsBelow('Kind | Formats').find(([name]) => name === kind)
    const listed = (row?.[1] ?? '').split(', ').map((name) => names[name] ?? name.toLowerCase())
    const read = Object.entries(formats).filter(([, { modality }]) => modalities.includes(modality))
    assert.equal(sorted(listed), sorted(read.map(([name]) => name)))
  })
}

test('every mode of search is named, and tried in an example', () => {
  const sentence = /The modes are ([^;]*);/.exec(page)?.[1] ?? ''
  assert.equal(sorted(codeOf(sentence)), sorted(searchModes))
  const tried = examples.flatMap(
    ({ commands: text }) => /for MODE in (.*); do/.exec(text)?.[1] ?? [],
  )
  assert.equal(sorted(tried.flatMap((list) => list.split(' '))), sorted(searchModes))
  for (const mode of retrievalModes) assert.ok(spans.includes(mode), mode)
})

test('the fields of a query are those that are read', () => {
  const row = rowsBelow('Query | Finds').find(([, says]) => says?.startsWith('fields: '))
  assert.equal(sorted((row?.[1] ?? '').slice('fields: '.length).split(', ')), sorted(queryFields))
})

test('the plans have the searches that are said', () => {
  const plan = (name: string) => new RegExp(`\`${name}\`[^\`),]*?(\\d[\\d,]*\\d)`).exec(page)?.[1]
  const { unlimited, ...counted } = searchAllowances
  for (const [name, count] of Object.entries(counted)) {
    assert.is(plan(name), count.toLocaleString('en'))
  }
  assert.is(unlimited, null)
  assert.ok(spans.includes('unlimited'))
})

const methodAndPath = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/

/** `/asset/{id}` and `/asset/:id` alike; what a path is given besides counts for nothing. */
const bare = (path: string) => path.replace(/\?.*/, '').replace(/\{\w+\}|:\w+/g, '{}')

function isServed({ method, path }: { method?: string; path: string }): boolean {
  return allRoutes().some(({ route }) => {
    if (method !== undefined && route.method !== method.toLowerCase()) return false
    const pattern = bare(route.path).replaceAll('.', '\\.').replaceAll('{}', '[^/]+')
    return new RegExp(`^${pattern}$`).test(bare(path))
  })
}

test('the table of Surface A has its routes and no others', () => {
  const listed = rowsBelow('Surface A, with an API key').flatMap(([cell = '']) => codeOf(cell))
  const served = agentRoutes.map(({ method, path }) => `${method.toUpperCase()} ${bare(path)}`)
  assert.equal(sorted(listed.map(bare)), sorted(served))
})

test('what Surface B and C have is listed by its tags', () => {
  const tags = sorted([...v1Routes, ...blobRoutes, ...walletRoutes].map(({ tag }) => tag))
  const section = manualPage('buyers-and-agents.md').text
  for (const tag of tags) assert.match(section.replaceAll('\n', ' '), new RegExp(`\\b${tag}\\b`))
})

test('every route that is named is there', () => {
  const named = spans.map((span) => methodAndPath.exec(span.replace(/ \{.*/, '')))
  const routes = named.flatMap((match) =>
    match ? [{ method: match[1] ?? '', path: match[2] ?? '' }] : [],
  )
  assert.ok(routes.length > 20, String(routes.length))
  assert.equal(
    routes.filter((route) => !isServed(route)),
    [],
  )
})

test('every path that an example asks is there', () => {
  const asked = examples.flatMap(({ commands: text }) => [
    ...text.matchAll(/\$KONTOR(\/[^"?\s]+)/g),
  ])
  const paths = asked.map(([, path = '']) => path.replace(/\$[A-Z]+/g, 'x'))
  assert.ok(paths.length > 20, String(paths.length))
  assert.equal(
    paths.filter((path) => !isServed({ path })),
    [],
  )
})

test('every command is named, and every command line that is shown can be read', async () => {
  const lines = pages.flatMap(commandLinesOf)
  assert.ok(lines.length > 40, String(lines.length))
  for (const args of lines) {
    const { code, err } = await runCommand({ args: [...args, '--help'] })
    assert.is(code, 0, `kontor ${args.join(' ')}: ${err.join(' ')}`)
  }
  const shown = lines.map((args) => args.join(' '))
  const isNamed = ({ name }: { name: string }) =>
    shown.some((line) => line === name || line.startsWith(`${name} `))
  assert.equal(
    commands.filter((command) => !isNamed(command)).map(({ name }) => name),
    [],
  )
})

test('every flag and every variable that is named is there', () => {
  const flags = new Set([
    ...describeSettings().map(({ flag }) => flag),
    ...commands.flatMap(({ options }) => Object.keys(options).map((name) => `--${name}`)),
    ...['--help', '--json', '--ignore-existing'],
    // Of scripts/release, proof, audit, mutants and bench, in sentences of their own.
    ...['--base', '--only', '--advisories', '--sample', '--seed', '--full'],
    ...['--datasets', '--viewers', '--keys', '--transfers'],
  ])
  const variables = new Set(describeSettings().map(({ environment }) => environment))
  // Where the single file unpacks, where commands ask a server, what `kontor mcp` reads of its own,
  // and what a test asks.
  const others = ['KONTOR_CACHE_DIR', 'KONTOR_SERVER', 'KONTOR_URL', 'KONTOR_KEY', 'KONTOR_TEST_S3']
  others.push('KONTOR_TEST_LANCEDB', 'KONTOR_TEST_OPENSEARCH')
  for (const name of others) variables.add(name)
  const ours = spans.filter((span) => !/scripts\//.test(span))
  const named = ours.flatMap((span) => span.match(/(?<=^| )--[a-z0-9][a-z0-9-]*/g) ?? [])
  assert.equal(
    named.filter((flag) => !flags.has(flag)),
    [],
  )
  const mentioned = pages.flatMap((text) => text.match(/\bKONTOR_[A-Z0-9_]+\b/g) ?? [])
  assert.equal(
    sorted(mentioned).filter((name) => !variables.has(name)),
    [],
  )
})

test('every script is named, and every one that is named is there', () => {
  const named = pages.flatMap((text) => [...text.matchAll(/(?<![\w/])(?:\.\/)?scripts\/([\w-]+)/g)])
  const scripts = readdirSync(join(repository, 'scripts')).filter((name) => {
    const { mode } = statSync(join(repository, 'scripts', name))
    return !name.includes('.') && (mode & 0o111) !== 0
  })
  const mentioned = sorted(named.map(([, name = '']) => name))
  assert.equal(
    mentioned.filter((name) => !existsSync(join(repository, 'scripts', name))),
    [],
  )
  const files = scripts.filter((name) => statSync(join(repository, 'scripts', name)).isFile())
  assert.equal(
    files.filter((name) => !mentioned.includes(name)),
    [],
  )
})

test('every link leads to a file or a heading', () => {
  const targets = readers.flatMap((one) =>
    [...one.text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({ one, target })),
  )
  assert.ok(targets.length > 60, String(targets.length))
  for (const { one, target } of targets) {
    if (/^https:/.test(target)) continue
    const [file = '', part] = target.split('#')
    const place = file === '' ? placeOf(one) : normalize(join(dirname(placeOf(one)), file))
    const text = readFileSync(join(repository, place), 'utf8')
    if (part !== undefined) assert.ok(anchorsOf(text).includes(part), `${one.name}: ${target}`)
  }
})

test('the limits of the operations page are the defaults', () => {
  const sizing = manualPage('sizing.md').text
  const from = sizing.indexOf('\n| What | Limit | Setting |')
  const rows =
    sizing
      .slice(from + 1)
      .split('\n\n')[0]
      ?.split('\n')
      .slice(2) ?? []
  assert.ok(rows.length >= 9, String(rows.length))
  const defaults = new Map(describeSettings().map((one) => [one.environment, Number(one.default)]))
  for (const row of rows) {
    for (const [, name = ''] of row.matchAll(/`(KONTOR_\w+)`/g)) {
      const value = defaults.get(name) ?? Number.NaN
      const forms = [value.toLocaleString('en'), `${value / 1024 ** 3} GiB`, `${value / 1000} s`]
      assert.ok(
        forms.some((form) => new RegExp(`(^|[^\\d,.])${form}`).test(row)),
        `${name} ${value}: ${row}`,
      )
    }
  }
})

/** Who says that something answers with a refusal names here the test that shows it. */
const refusals: Readonly<Record<string, [file: string, title: string]>> = {
  '`semantic` answers 503': ['end-to-end/damaged-files', 'words go on, meaning says 503'],
  '`semantic` and `hybrid` answer 400': [
    'http/agent/semantic',
    'without a model, meaning is refused',
  ],
  '`--allowed-hosts` it answers 403': ['http/known-callers', 'a name that is not ours is refused'],
  'signing up answer 403': [
    'http/console/oidc-accounts',
    'a domain without passwords refuses them, whoever is here',
  ],
  'the server answers 503': ['http/operations', '503'],
  'and downloads answer 503': ['end-to-end/files-on-s3', 'nothing is charged'],
  "nodes' searches answer 401": [
    'composition/search-nodes/papers',
    'whoever shows the token and no certificate of the CA is told nothing',
  ],
  'an hour answer 429': [
    'http/v1/account/second-factors',
    'five wrong codes end a log-in, ten in a quarter of an hour the guessing',
  ],
}

test('every refusal that prose states is shown by a test', () => {
  // Titles of tests may say so, too: they are held by themselves.
  const said = page.replace(/^```[\s\S]*?^```$/gm, '').replace(/“[^”]*”/g, '')
  const prose = said.replaceAll('\n', ' ')
  const stated = sorted(
    [...prose.matchAll(/\S+ \S+ answers? \d{3}|\S+ answers? \d{3}/g)].map(([m]) => m),
  )
  const known = Object.keys(refusals)
  assert.equal(
    stated.filter((claim) => !known.some((one) => claim.endsWith(one) || one.endsWith(claim))),
    [],
  )
  for (const [claim, [file, title]] of Object.entries(refusals)) {
    assert.ok(prose.includes(claim), claim)
    assert.ok(readFileSync(join(repository, 'test', `${file}.test.ts`), 'utf8').includes(title))
  }
})

test('no page says what is not there yet: such a sentence stays when it has come', () => {
  const lacking =
    /\b(this|next|later) (release|version) (has|will)|\b(not yet|not in this release|for now)\b/i
  for (const text of pages) assert.not.match(text.replaceAll('\n', ' '), lacking)
})

test.run()
