// Every screen of the console in every state: on its way, there, refused, with nothing, with
// thousands of rows, with a session that ends, and without a line. The answers are the examples of
// the OpenAPI documents; who sits there is really logged in.
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { flow } from '../support/console/flow.ts'
import { operatorPlaces } from '../support/console/operator-places.ts'
import { openPerson } from '../support/console/person.ts'
import { report } from '../support/console/report.ts'
import { stage } from '../support/console/staged-answers.ts'
import { findingsIn, type ScreenRow } from '../support/console/walk-states.ts'
import { openTestShop, type TestShop } from '../support/open-test-shop.ts'

const id = '01k5w2q8m3n7p4r6s9t1v5x8yz'

const ofAForm = {
  empty: 'it lists nothing',
  many: 'it lists nothing',
  ended: 'nobody is logged in',
}
const ofOne = { empty: 'it shows one thing, which is there or refused' }

/** For whoever is not logged in; what asks for something is a form, and is looked at as one. */
const outside: Readonly<Record<string, ScreenRow>> = {
  '/log-in': { at: '/log-in', isForm: true, never: ofAForm },
  '/join': { at: '/join', isForm: true, never: ofAForm },
  '/reset': { at: '/reset', isForm: true, never: ofAForm },
  '/confirm-email': { at: '/confirm-email', isForm: true, never: ofAForm },
  '/verify': {
    at: '/verify',
    never: {
      ...ofAForm,
      held: 'nothing is asked before a receipt is given (flows/buy.ts gives some)',
      refused: 'likewise',
      lost: 'likewise: what is checked is checked in the page',
    },
  },
}

const buyers: Readonly<Record<string, ScreenRow>> = {
  '/search': { at: '/search?q=boiler' },
  '/catalog': { at: '/catalog', next: 'once providers list them' },
  '/catalog/:id': { at: `/catalog/dset_${id}`, never: ofOne },
  '/purchases': { at: '/purchases' },
  '/licences': { at: '/licences', next: 'Whoever owns a file' },
  '/spend': { at: '/spend' },
  '/connect': { at: '/connect?client_id=x&redirect_uri=y', never: ofOne },
  '/keys': { at: '/keys' },
  '/keys/:id': { at: `/keys/key_${id}`, never: ofOne },
}

const providers: Readonly<Record<string, ScreenRow>> = {
  '/': { at: '/', next: 'Upload your first files' },
  '/data': { at: '/data' },
  '/data/:id': { at: `/data/dset_${id}` },
  '/data/:id/prices': { at: `/data/dset_${id}/prices`, never: ofOne },
  '/objects/:id': { at: `/objects/obj_${id}`, never: ofOne },
  '/uploads': { at: '/uploads' },
  '/import': { at: '/import', most: 5_000 },
  '/access': { at: '/access', next: 'Whoever asks for one of your restricted datasets' },
  '/earnings': { at: '/earnings', next: 'comes when a month' },
  '/earnings/:id': { at: `/earnings/stmt_${id}`, next: 'This month has no charges' },
  '/team': { at: '/team' },
  '/webhooks': { at: '/webhooks' },
  '/account': { at: '/account' },
}

const operators: Readonly<Record<string, ScreenRow>> = {
  '/review': { at: '/review', next: 'New ones come here by themselves' },
  '/review/decided': { at: '/review/decided' },
  '/first-hour': { at: '/first-hour', never: { empty: 'there are always steps' } },
  '/health': { at: '/health' },
  '/jobs': { at: '/jobs', next: 'tried again by itself' },
  '/deliveries': { at: '/deliveries', next: 'is tried again less and less often' },
  '/metrics': {
    at: '/metrics',
    never: { empty: 'the question itself is counted' },
    most: 10_000,
  },
  '/storage': { at: '/storage', never: { empty: 'there is always a disk' }, most: 5_000 },
  '/logs': { at: '/logs', next: 'are not written at all' },
  '/index': { at: '/index', next: 'as soon as there are passages' },
  '/settings': { at: '/settings', never: { empty: 'there are always settings' } },
  '/settings/secrets': { at: '/settings/secrets', never: { empty: 'there is always one' } },
  '/support': { at: `/support?q=req_${id}`, next: 'it may be older' },
  '/tenants': { at: '/tenants' },
  '/tenants/:id': { at: `/tenants/tnt_${id}`, never: ofOne },
  '/taken-down': { at: '/taken-down', next: 'its id opens it' },
  '/people': { at: '/people', next: 'Look for the beginning' },
  '/people/:id': { at: `/people/usr_${id}`, never: ofOne },
  '/money': { at: '/money', next: 'No month is settled yet' },
  '/money/payouts': { at: '/money/payouts', next: 'Make one' },
  '/money/disputes': { at: '/money/disputes', next: 'contest the charge' },
  '/money/vouchers': { at: '/money/vouchers' },
  '/backups': { at: '/backups', next: 'Make one now' },
  '/audit': { at: '/audit', next: 'Take a filter away' },
}

/** The console's own list. */
function paths(): string[] {
  const file = new URL('../../src/console/app/screens.ts', import.meta.url)
  const own = [...readFileSync(file, 'utf8').matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path)
  return [...new Set([...own, ...operatorPlaces()])].map(String).sort()
}

test('each screen of the console has a row, and each row a screen', () => {
  const rows = [outside, buyers, providers, operators].flatMap((table) => Object.keys(table))
  assert.equal(rows.sort(), paths())
})

type Loaded = { bytes: number; files: number }

/**
 * What the program weighs for who comes to all of their screens with nothing kept: scripts,
 * styles, fonts and signs, compressed. Whoever reviews is an operator. What is off the market is
 * told on the overview and at the door (DECISIONS 546), and listed for operators. What became of a
 * purchase, and what keeps a dataset from being sold, takes 2,200 (585, 586).
 * Frequent refusals in one language and clearer words take 600 (616, 617), an earlier connection
 * 200 (612).
 */
const budgets: Readonly<Record<keyof House | 'nobody', Loaded>> = {
  // What the client says to programs without types has 400 bytes (DECISIONS 560), the way to a
  // page that asks about a program 100 (582).
  nobody: { bytes: 97_000, files: 15 },
  buyer: { bytes: 180_200, files: 44 },
  provider: { bytes: 195_100, files: 49 },
  operator: { bytes: 239_400, files: 83 },
}

/** Some screens are looked at as somebody else, and loaded by all. */
const allOfTheMenu = `(async () => {
  for (const { pathname } of document.querySelectorAll('.side-fixed a')) {
    await staged.go(pathname.replace('/console', '') || '/', 'ready')
    await staged.comes()
  }
})()`

const filesLoaded = `(() => {
  const files = performance.getEntriesByType('resource')
    .filter(({ name }) => /[.](js|css|woff2|svg)$/.test(name))
  const named = new Map(files.map((it) => [it.name, it.encodedBodySize]))
  return { bytes: [...named.values()].reduce((sum, one) => sum + one, 0), files: named.size }
})()`

type House = Pick<TestShop, 'buyer' | 'provider' | 'operator'>
type Table = { rows: Readonly<Record<string, ScreenRow>>; who?: keyof House }

const tables: readonly Table[] = [
  { rows: outside },
  { rows: buyers, who: 'buyer' },
  { rows: providers, who: 'provider' },
  { rows: operators, who: 'operator' },
]

flow('every screen is whole in every state', async (b) => {
  await using app = await openTestShop()
  const found: string[] = []
  for (const { rows, who } of tables) {
    await using person = await openPerson(b, app)
    const { page } = person
    await person.visit(who ? '/account' : '/verify')
    if (who) {
      await person.logIn(app[who].email)
      await person.sees('Second factors')
    }
    await stage(page)
    found.push(...(await findingsIn(page, Object.values(rows))))
    await page.evaluate(allOfTheMenu)
    const loaded = (await page.evaluate(filesLoaded)) as Loaded
    for (const [name, value] of Object.entries(loaded)) {
      const budget = budgets[who ?? 'nobody'][name as keyof Loaded]
      report(`${who ?? 'nobody'} ${name}`, { value, budget, unit: '' }, 1)
    }
    person.quiet()
  }
  assert.equal(found, [])
})

test.run()
