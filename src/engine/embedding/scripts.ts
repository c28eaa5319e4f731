/** ISO 15924, of what is written today: Unicode's list cannot be asked for. */
const codes =
  'Latn Cyrl Grek Arab Hebr Deva Thai Hani Hira Kana Hang Bopo Armn Geor Beng Guru Gujr Orya ' +
  'Taml Telu Knda Mlym Sinh Laoo Tibt Mymr Khmr Ethi Mong Cher Cans Syrc Thaa Nkoo Tfng Java ' +
  'Bali Sund Olck Mtei Cakm Lana Tale Talu Yiii Vaii Adlm Copt Goth'
/** Any other. */
const otherScript = 'Zzzz'

const scriptCodes = [otherScript, ...codes.split(' ')]
/** Made when a letter comes so far: each is a list of hundreds of ranges. */
const patterns: RegExp[] = []
/** Signs that several scripts have are of none. */
const letterOfOne = /(?![\p{Script=Common}\p{Script=Inherited}])\p{L}/u
/** Of each character the place of its script in the codes, and one more; 0: not looked at yet. */
const known = new Uint8Array(0x11_0000)
const ofNone = 255

/** The script of a letter; undefined for what is of none. */
function scriptOf(letter: string): string | undefined {
  const point = letter.codePointAt(0) as number
  if (known[point] === 0) known[point] = lookedUp(letter)
  return known[point] === ofNone ? undefined : scriptCodes[(known[point] as number) - 1]
}

function lookedUp(letter: string): number {
  if (!letterOfOne.test(letter)) return ofNone
  for (let at = 1; at < scriptCodes.length; at += 1) {
    patterns[at] ??= new RegExp(`\\p{Script=${scriptCodes[at]}}`, 'u')
    if (patterns[at]?.test(letter)) return at + 1
  }
  return 1
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
    const { script, letters } = soleScript(piece)
    if (script === undefined) continue
    if (letters > 1) words.set(script, (words.get(script) ?? 0) + 1)
    else if (script === 'Hani') han.add(piece)
  }
  if (han.size >= hanMin) words.set('Hani', size)
  const enough = [...words].filter(([, count]) => count >= size * wordShare)
  return enough.map(([script]) => script).filter((script) => script !== otherScript)
}

/** Of all letters of a piece, and how many they are; undefined where there are several, or none. */
function soleScript(piece: string): { script: string | undefined; letters: number } {
  let script: string | undefined
  let letters = 0
  for (const letter of piece) {
    const its = scriptOf(letter)
    if (its === undefined) continue
    if (script !== undefined && its !== script) return { script: undefined, letters }
    script = its
    letters += 1
  }
  return { script, letters }
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

/** Made when somebody is to be told: most processes never are. */
let names: Intl.DisplayNames | undefined

/** For people, in the order of the names. */
export function scriptNames(scripts: readonly string[]): string[] {
  names ??= new Intl.DisplayNames('en', { type: 'script' })
  const nameOf = (code: string) => names?.of(code) ?? code
  return scripts.map((code) => (code === otherScript ? 'others' : nameOf(code))).sort()
}
