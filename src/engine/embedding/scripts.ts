/** ISO 15924, of what is written today: Unicode's list cannot be asked for. */
const codes =
  'Latn Cyrl Grek Arab Hebr Deva Thai Hani Hira Kana Hang Bopo Armn Geor Beng Guru Gujr Orya ' +
  'Taml Telu Knda Mlym Sinh Laoo Tibt Mymr Khmr Ethi Mong Cher Cans Syrc Thaa Nkoo Tfng Java ' +
  'Bali Sund Olck Mtei Cakm Lana Tale Talu Yiii Vaii Adlm Copt Goth'
/** Any other. */
const otherScript = 'Zzzz'

const patterns = codes
  .split(' ')
  .map((code) => [code, new RegExp(`\\p{Script=${code}}`, 'u')] as const)
/** Signs that several scripts have are of none. */
const letterOfOne = /(?![\p{Script=Common}\p{Script=Inherited}])\p{L}/u
const known = new Map<number, string | undefined>()

/** The script of a letter; undefined for what is of none. */
function scriptOf(letter: string): string | undefined {
  const point = letter.codePointAt(0) as number
  if (known.has(point)) return known.get(point)
  const script = letterOfOne.test(letter)
    ? (patterns.find(([, pattern]) => pattern.test(letter))?.[0] ?? otherScript)
    : undefined
  known.set(point, script)
  return script
}

/** A vocabulary has the letters of many scripts, and words of few: one in so many pieces. */
const wordShare = 1 / 1_000
/** Of Han a single one is a word; a model that reads it has so many, or pieces of several. */
const hanMin = 1_000

/**
 * The scripts that a model knows, by the pieces of its vocabulary: those of which it has pieces of
 * several letters, and not by chance.
 */
export function scriptsOfPieces(pieces: Iterable<string>): string[] {
  const words = new Map<string, number>()
  const han = new Set<string>()
  let size = 0
  for (const piece of pieces) {
    size += 1
    const letters = [...piece].map(scriptOf).filter((script) => script !== undefined)
    const [first] = letters
    if (first === undefined || letters.some((script) => script !== first)) continue
    if (letters.length > 1) words.set(first, (words.get(first) ?? 0) + 1)
    else if (first === 'Hani') han.add(piece)
  }
  if (han.size >= hanMin) words.set('Hani', size)
  const enough = [...words].filter(([, count]) => count >= size * wordShare)
  return enough.map(([script]) => script).filter((script) => script !== otherScript)
}

export type Unread = {
  /** The scripts of a text that a model does not know. */
  readonly scripts: readonly string[]
  /** Half of its letters, or more, are in them: the rest does not say what is meant. */
  readonly isMost: boolean
}

/** What of a text a model cannot read; undefined: nothing. */
export function unreadIn(text: string, scripts: readonly string[]): Unread | undefined {
  const unread = new Set<string>()
  let [all, strange] = [0, 0]
  for (const letter of text) {
    const script = scriptOf(letter)
    if (script === undefined) continue
    all += 1
    if (scripts.includes(script)) continue
    strange += 1
    unread.add(script)
  }
  if (strange === 0) return undefined
  return { scripts: [...unread].sort(), isMost: strange * 2 >= all }
}

const names = new Intl.DisplayNames('en', { type: 'script' })

/** For people, in the order of the names. */
export function scriptNames(scripts: readonly string[]): string[] {
  return scripts.map((code) => (code === otherScript ? 'others' : (names.of(code) ?? code))).sort()
}
