// What the console says, read without a browser: the compiler sees that no sentence is missing, and
// this that each one is said, whole, and as its language is written.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = join(import.meta.dirname, '../..')
const others = ['de', 'es', 'fr'] as const
type Tag = 'en' | 'ar' | (typeof others)[number]
type Say = (...args: unknown[]) => unknown
type Sentence = string | Say
type Table = ReadonlyMap<string, Sentence>

/** Names, and words that English shares: a sentence of nothing else may stay as it is. */
const names =
  'api bic bitcoin claude code csv curl cursor desktop ethereum iban kontor mcp min ms pro sha ' +
  'solana starter typescript vs webhook webhooks'
const shared = {
  de:
    'browser download downloads film form import link live median name passkey person ' +
    'standard team text uploads wallet wallets',
  es: 'error euros gigabytes plan roles',
  fr:
    'archive catalogue citation citations description documents euros exclusive film ' +
    'images imports invitation licence licences menu minute minutes moment note page pages ' +
    'passage passages premium route routes secrets session sessions standard total type ' +
    'version',
}

const folders = globSync('src/console/{i18n,screens/**}/en.ts', { cwd: root }).map(dirname).sort()

async function tableOf(folder: string, tag: Tag): Promise<Table> {
  const module = (await import(join(root, folder, `${tag}.ts`))) as Record<string, object>
  return new Map(sentencesOf(module[tag] as object, ''))
}

function sentencesOf(said: object, above: string): [string, Sentence][] {
  return Object.entries(said).flatMap(([key, value]: [string, Sentence | object]) =>
    typeof value === 'object' ? sentencesOf(value, `${above}${key}.`) : [[above + key, value]],
  )
}

/** Stands for whatever a sentence is given: a text, a number, or an object of them. */
function probe(name: string, count: number): unknown {
  return new Proxy(() => name, {
    get: (_, key) => {
      if (key === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? count : name)
      if (String(key) in String.prototype) return () => name
      return probe(`‹${String(key)}›`, count)
    },
  })
}

function said(sentence: Sentence, count = 5): string {
  if (typeof sentence === 'string') return sentence
  return String(sentence(probe('‹1›', count), probe('‹2›', count)))
}

const partsOf = (text: string) => [...new Set(text.match(/‹\w+›/g))].sort()

test('each screen says the same in four languages, with the same parts', async () => {
  assert.ok(folders.length > 20)
  for (const folder of folders) {
    const english = await tableOf(folder, 'en')
    for (const tag of others) {
      const table = await tableOf(folder, tag)
      assert.equal([...table.keys()].sort(), [...english.keys()].sort(), `${folder} ${tag}`)
      for (const [key, sentence] of english) {
        const other = table.get(key) as Sentence
        assert.is(typeof other, typeof sentence, `${folder} ${tag} ${key}`)
        assert.equal(partsOf(said(other)), partsOf(said(sentence)), `${folder} ${tag} ${key}`)
      }
    }
  }
})

test('nothing but names and words that are shared is left in English', async () => {
  const left: string[] = []
  for (const folder of folders) {
    const english = await tableOf(folder, 'en')
    for (const tag of others) {
      const known = new Set(`${names} ${shared[tag]}`.split(' '))
      for (const [key, sentence] of await tableOf(folder, tag)) {
        const text = said(sentence)
        if (text !== said(english.get(key) as Sentence)) continue
        const words =
          text
            .replaceAll(/‹\w+›/g, '')
            .toLowerCase()
            .match(/\p{L}{2,}/gu) ?? []
        if (words.some((word) => !known.has(word))) left.push(`${folder} ${tag} ${key}: ${text}`)
      }
    }
  }
  assert.equal(left, [])
})

/** `action: 'a.b'`, `action: so ? 'a.b' : 'a.c'`, or the beginning of one with a part to come. */
const audited = /action: [^'`\n]*(?:'(\w+\.\w+)'(?: : '(\w+\.\w+)')?|`(\w+)\.)/g

test('each kind of account of the books has a name', async () => {
  const { accountKinds } = (await import('../../src/console/screens/operate/money/en.ts')).en
  const files = ['account', 'sol'].map((name) => `src/domain/ledger/books/${name}.ts`)
  const text = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const kinds = [...text.matchAll(/kind: ['`]([a-z-]+)/g)].map(([, kind = '']) => kind)
  assert.ok(kinds.length > 12)
  assert.equal([...new Set(kinds)].sort(), Object.keys(accountKinds).sort())
})

test('each deed that the audit keeps has a name, and so has what it befalls', async () => {
  const { things, deeds } = (await import('../../src/console/screens/operate/audit/deeds/en.ts')).en
  const files = globSync('src/{domain,composition,cli}/**/*.ts', { cwd: root })
  const actions = files.flatMap((file) => {
    const found = readFileSync(join(root, file), 'utf8').matchAll(audited)
    return [...found].flatMap(([, one, other, open]) => [one ?? open, other ?? one ?? open])
  })
  assert.ok(actions.length > 100)
  const nameless = actions.filter((action = '') => {
    const [thing = '', deed] = action.split('.')
    return !(thing in things) || !(deed === undefined || deed in deeds)
  })
  assert.equal([...new Set(nameless)], [])
})

test('each language is written as it is written', async () => {
  const wrong: string[] = []
  for (const folder of folders) {
    for (const [tag, flaw] of [
      ['fr', /[^\u202F\s][;!?»]|[ \u00A0][;:!?»]|«[^\u202F]|'/],
      ['es', /^[^¿]*\?|^[^¡]*!|["“”]|'/],
      ['de', /["”']/],
    ] as const) {
      for (const [key, sentence] of await tableOf(folder, tag)) {
        for (const count of [1, 5]) {
          const text = said(sentence, count)
          if (flaw.test(text)) wrong.push(`${folder} ${tag} ${key}: ${text}`)
        }
      }
    }
  }
  assert.equal(wrong, [])
})

test('none is one in French, and many elsewhere', async () => {
  const files = { en: '0 files', de: '0 Dateien', es: '0 archivos', fr: '0 fichier' }
  for (const [tag, text] of Object.entries(files)) {
    const table = await tableOf('src/console/screens/datasets', tag as Tag)
    assert.is((table.get('files') as Say)(0, '0'), text)
  }
})

test('refusals that people meet are said in each language, as the server says them', async () => {
  const files = globSync('src/{domain,http}/**/*.ts', { cwd: root })
  const server = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const tables = await Promise.all(
    others.map(async (tag) => {
      const module = await import(join(root, `src/console/i18n/refusals/${tag}.ts`))
      return module[tag] as Readonly<Record<string, string>>
    }),
  )
  const [first = {}] = tables
  assert.ok(Object.keys(first).length > 10)
  for (const table of tables) assert.equal(Object.keys(table), Object.keys(first))
  const unknown = Object.keys(first).filter((sentence) => !server.includes(`'${sentence}'`))
  assert.equal(unknown, ['No such'], 'all but the beginning of one, which base/errors.ts says')
  // By its path alone: it is of a browser, whose types these tests do not have.
  const { t } = await import(join(root, 'src/console/i18n/index.ts'))
  const german = (await import('../../src/console/i18n/de.ts')).de
  for (const [sentence, said] of Object.entries(first)) {
    assert.is(german.states.refused(sentence), said)
    assert.is(t().states.refused(sentence), sentence.replace('tenant', 'house'))
  }
  assert.is(german.states.refused('What nobody foresaw.'), 'What nobody foresaw.')
  assert.is(german.states.refused('No such voucher.'), 'Das gibt es nicht (mehr).')
  const most = 'tenant_id: a tenant has at most 50 tenants.'
  assert.is(t().states.refused(most), 'tenant_id: a house has at most 50 houses.')
})

test.run()
