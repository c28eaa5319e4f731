// Query strings of chance: of names that are known and others, of texts that have broken readers.
import { nastyQueries } from '../../test/support/any-query.ts'
import { mutate } from '../../test/support/mutate.ts'
import { asPath } from './hammer.ts'
import type { Random } from './random.ts'

/** What an address reads from the query, by name. */
type Reads = { names: readonly string[]; isSearch: boolean }

const textMax = 3_000

const plain = [
  'q=heat+pump&mode=keyword&limit=10&offset=0&facets=true&after=1&sort=recent',
  'q=%22boiler%22+kind%3Aocr+AND+(a+OR+b*)+-c~1&highlight=true&modality=text&lang=de&limit=1',
  'cursor=abc&limit=20&status=active&from=2026-01-01T00%3A00%3A00Z&period=2026-10&tags=a%2Cb',
]

export function anyQueryString(address: Reads, random: Random): string {
  const fields = anyFields(address, random)
  // By chance alone hardly any search is one by meaning.
  const isMeant = address.isSearch && random.below(4) === 0
  const text = isMeant ? `${fields}&mode=${random.pick(['semantic', 'hybrid'])}` : fields
  // Bytes beyond ASCII are refused by the parser of HTTP, before anybody reads a query.
  const bytes = random.below(30) === 0 ? text : text.replace(/[^\0-\x7f]+/g, encodeURIComponent)
  return asPath(bytes.replace(/#/g, '%23'))
}

function anyFields(address: Reads, random: Random): string {
  const chance = random.below(100)
  if (chance < 25) return mutate(random.pick(plain), () => random.next())
  if (chance < 50 && address.isSearch) return `q=${escaped(anyText(random), random)}`
  if (chance < 56) return noise(random).toWellFormed()
  const fields = Array.from({ length: 1 + random.below(6) }, (_, i) => {
    const known = address.isSearch && i === 0 ? 'q' : random.pick(address.names)
    const name = random.below(12) > 0 ? known : escaped(anyText(random), random)
    return `${name}=${escaped(anyText(random), random)}`
  })
  return fields.join(random.below(30) === 0 ? ';' : '&')
}

const words = [
  ...['boiler', 'heat pump', 'ß', '検査', '💡', 'A-17', 'a', '', ' ', '-1', '0', '1', '100', '101'],
  ...['99999999999999999999', '1e3', '0x10', 'NaN', 'true', 'false', 'keyword', 'hybrid', 'recent'],
  ...[
    'text',
    'image',
    'de',
    'de-AT',
    'ocr',
    'transcript',
    'active',
    'listed',
    '2026-10',
    '2026-13',
  ],
  // What commands where it stands alone.
  ...[
    'AND/OR',
    'NOT?',
    'OR-gate',
    'and',
    'C++',
    '"heat"',
    '(OR)',
    'page:2',
    '-x',
    '+y',
    'z*',
    'q~1',
  ],
  ...['2026-10-01T00:00:00Z', '2026-02-30', '\u0000', '\ufffd', '%', '%zz', '../..', '[]', '{}'],
]
const operators = [
  'AND',
  'OR',
  'NOT',
  '(',
  ')',
  '+',
  '-',
  '"',
  '*',
  '~',
  '~2',
  ':',
  'kind:',
  'page:',
]

function anyText(random: Random): string {
  const chance = random.below(100)
  if (chance < 35) return random.pick(words)
  if (chance < 55) return random.pick(nastyQueries)
  if (chance < 65) return noise(random)
  const pieces = Array.from({ length: 1 + random.below(40) }, () =>
    random.pick(random.below(2) === 0 ? words : operators),
  )
  return pieces.join(random.below(2) === 0 ? ' ' : '').slice(0, textMax)
}

/** Characters from everywhere, lone surrogates too: as they are sent, those are U+FFFD. */
function noise(random: Random): string {
  const limits = [0x80, 0x100, 0x3000, 0x10000, 0x110000]
  const points = Array.from({ length: random.below(60) }, () => random.below(random.pick(limits)))
  return String.fromCodePoint(...points)
}

/** As a client should, or not. */
function escaped(text: string, random: Random): string {
  const sent = text.toWellFormed()
  return random.below(8) === 0 ? sent : encodeURIComponent(sent)
}
