// What a browser has to load: each is a promise to people on slow lines.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { builtConsole } from '../../scripts/console-building/build.ts'
import { sizesOf } from '../../scripts/console-building/sizes.ts'

/**
 * Bytes; scripts and styles as gzip sends them. All of them nobody loads: about 45,000 are the
 * screens of operators. What is off the market takes 3,400 (DECISIONS 546, 547), the closing of a
 * house 1,500 (561), what the client says to programs without types 400 (560), what became of a
 * purchase and what keeps a dataset from being sold 3,100 (585, 586), connecting a program 2,200
 * (582), refusals in one language and clearer words 1,700 (616, 617). Refusals that stay, errors at
 * their fields, slow lines, and more that is said in words take 2,000, of which 500 come before the
 * first screen (626 to 629). What the marketplace asks, where prices are set, takes 150.
 */
const budgets = { first: 33_900, styles: 9_000, later: 12_000, all: 263_900, onDisk: 1_800_000 }

test('scripts, styles and files stay within their budgets', async () => {
  const { later, ...sizes } = sizesOf(await builtConsole())
  for (const name of ['first', 'styles', 'all', 'onDisk'] as const) {
    assert.ok(sizes[name] <= budgets[name], `${name}: ${sizes[name]} of ${budgets[name]} bytes`)
  }
  assert.ok(later.gzip <= budgets.later, `${later.name}: ${later.gzip} of ${budgets.later} bytes`)
})

test('each file has its hash in its name, and all but fonts lie compressed beside', async () => {
  const { files } = sizesOf(await builtConsole())
  assert.ok(files.length > 5)
  for (const { name, raw, gzip } of files) {
    assert.match(name, /-[0-9A-Za-z]{8}\.(js|css|svg|woff2)$/)
    if (raw > 1_000 && !name.endsWith('.woff2')) assert.ok(gzip < raw, name)
  }
})

test('nothing needs what the oldest browser lacks: it has no Symbol.dispose', async () => {
  const folder = await builtConsole()
  const scripts = sizesOf(folder).files.filter(({ name }) => name.endsWith('.js'))
  const text = scripts.map(({ name }) => readFileSync(join(folder, name), 'utf8')).join('')
  // What a library offers under that name is asked for by nobody.
  assert.not.match(text, /Symbol\.for\("Symbol\.|\[Symbol\.(dispose|asyncDispose)\]\(/)
})

test('what is placed by an anchor has a place without one', async () => {
  const folder = await builtConsole()
  const sheets = sizesOf(folder).files.filter(({ name }) => name.endsWith('.css'))
  const text = sheets.map(({ name }) => readFileSync(join(folder, name), 'utf8')).join('')
  const anchored = text.match(/[^{}]*\{[^{}]*\banchor\([^{}]*/g) ?? []
  assert.ok(anchored.length > 0)
  for (const rule of anchored) {
    const known = rule.split(/[{;]/).filter((line) => !line.includes('anchor('))
    assert.ok(
      known.some((line) => /^inset:[^a]/.test(line)),
      rule,
    )
  }
})

test('before the first screen no language but English is loaded', async () => {
  const folder = await builtConsole()
  const { entry, theme, preloads } = JSON.parse(readFileSync(join(folder, 'page.json'), 'utf8'))
  const loaded = [entry, theme, ...preloads].filter((name) => name.endsWith('.js'))
  const text = loaded.map((name) => readFileSync(join(folder, name), 'utf8')).join('')
  assert.ok(text.includes('Check a receipt'))
  for (const word of ['Beleg prüfen', 'Comprobar un recibo', 'Vérifier un reçu']) {
    assert.not.ok(text.includes(word), word)
  }
})

test.run()
