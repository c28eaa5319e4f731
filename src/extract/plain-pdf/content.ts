import type { PlainFont } from './fonts.ts'
import { identity, type Matrix, times } from './matrix.ts'
import {
  type Dict,
  endsWord,
  isSpace,
  nameOf,
  ObjectReader,
  openRoom,
  readHex,
  readLiteral,
} from './objects.ts'
import { depthMax } from './plain-limits.ts'
import { type Canvas, type Place, type Shown, showText, type TextState } from './show-text.ts'
import { unplain } from './unplain.ts'

/** What names of a page's resources stand for, as far as it matters. */
export type Resources = {
  font(name: string): PlainFont
  /** Says so when something drawn or set holds text, or a state of text. */
  draw(name: string): void
  setState(name: string): void
  mark(name: string): void
}

const [aNumber, aName, aString, anArray, aDict] = [1, 2, 3, 4, 5]
const operandsMax = 16
const savedMax = 64

/** Reads what a page draws, ISO 32000-1, 8.2, and shows its text. */
export class Content {
  private at = 0
  private count = 0
  private readonly kinds = new Uint8Array(operandsMax)
  private readonly numbers = new Float64Array(operandsMax)
  private name = ''
  private dict: Dict | undefined
  private readonly shown: Shown = { strings: openRoom(4_096), from: [], moves: [], firstMove: 0 }
  private state: TextState = {
    ctm: identity,
    font: undefined,
    size: 0,
    charSpace: 0,
    wordSpace: 0,
    leading: 0,
    rise: 0,
  }
  private readonly saved: TextState[] = []
  private readonly place: Place = { matrix: identity, x: 0, y: 0 }
  private lineX = 0
  private lineY = 0
  private inText = false

  private readonly bytes: Buffer
  private readonly resources: Resources
  private readonly canvas: Canvas

  constructor(of: { bytes: Buffer; resources: Resources; canvas: Canvas }) {
    this.bytes = of.bytes
    this.resources = of.resources
    this.canvas = of.canvas
  }

  run(): void {
    const { bytes } = this
    for (;;) {
      while (isSpace[bytes[this.at] ?? 256] === 1) this.at++
      const byte = bytes[this.at]
      if (byte === undefined) break
      if (byte === 0x2b || byte === 0x2d || byte === 0x2e || (byte >= 0x30 && byte <= 0x39)) {
        this.put(aNumber, this.number())
      } else if (byte >= 0x41 || byte === 0x27 || byte === 0x22) {
        if (byte === 0x5b) this.array()
        else this.operator()
      } else this.operand(byte)
    }
    if (this.inText || this.count > 0) unplain('text without an end')
  }

  private put(...[kind, number]: [kind: number, number: number]): void {
    if (this.count === operandsMax) unplain('too many operands')
    this.kinds[this.count] = kind
    this.numbers[this.count++] = number
  }

  /** Digits with a point among them. */
  private number(): number {
    const { bytes } = this
    let i = this.at
    const sign = bytes[i] === 0x2d ? -1 : 1
    if (bytes[i] === 0x2d || bytes[i] === 0x2b) i++
    let value = 0
    let scale = 0
    let digits = 0
    for (; ; i++) {
      const byte = bytes[i] ?? 256
      if (byte >= 0x30 && byte <= 0x39) {
        value = value * 10 + byte - 0x30
        scale *= 10
        digits++
      } else if (byte === 0x2e && scale === 0) scale = 1
      else break
    }
    if (digits === 0 || digits > 20 || endsWord[bytes[i] ?? 0x20] !== 1) unplain('number')
    this.at = i
    return scale > 1 ? (sign * value) / scale : sign * value
  }

  private operand(byte: number): void {
    const { bytes } = this
    if (byte === 0x2f) {
      const from = ++this.at
      while (endsWord[bytes[this.at] ?? 0x20] !== 1) this.at++
      this.name = nameOf(bytes.toString('latin1', from, this.at))
      this.put(aName, 0)
    } else if (byte === 0x28 || (byte === 0x3c && bytes[this.at + 1] !== 0x3c)) {
      this.begin()
      this.string(byte)
      this.put(aString, 0)
    } else if (byte === 0x3c) {
      const reader = new ObjectReader(bytes, this.at)
      this.dict = reader.dict()
      this.at = reader.at
      this.put(aDict, 0)
    } else if (byte === 0x25) {
      while (this.at < bytes.length && bytes[this.at] !== 0x0a && bytes[this.at] !== 0x0d) this.at++
    } else unplain('operand')
  }

  private begin(): void {
    const { shown } = this
    shown.strings.size = 0
    shown.from.length = 0
    shown.moves.length = 0
    shown.firstMove = 0
  }

  private string(byte: number): void {
    const { strings, from, moves } = this.shown
    const start = strings.size
    const read = byte === 0x28 ? readLiteral : readHex
    this.at = read(this.bytes, this.at + 1, strings)
    if (strings.size === start) return
    from.push(start)
    moves.push(0)
  }

  /** Strings and moves, or something that shows nothing. */
  private array(): void {
    const { bytes, shown } = this
    const start = this.at++
    this.begin()
    for (;;) {
      while (isSpace[bytes[this.at] ?? 256] === 1) this.at++
      const byte = bytes[this.at] ?? unplain('array without an end')
      if (byte === 0x5d) break
      if (byte === 0x28 || (byte === 0x3c && bytes[this.at + 1] !== 0x3c)) this.string(byte)
      else if (byte === 0x2f || byte === 0x5b || byte === 0x3c || byte === 0x25) {
        this.otherArray(start)
        return
      } else {
        const move = this.number()
        const last = shown.moves.length - 1
        if (last < 0) shown.firstMove += move
        else shown.moves[last] = (shown.moves[last] as number) + move
      }
    }
    this.at++
    this.put(anArray, 0)
  }

  private otherArray(start: number): void {
    const reader = new ObjectReader(this.bytes, start)
    reader.value(depthMax - 4)
    this.at = reader.at
    this.put(aDict, 0)
  }

  private operator(): void {
    const { bytes } = this
    const from = this.at
    while (endsWord[bytes[this.at] ?? 0x20] !== 1) this.at++
    const word = wordOf(bytes, from, this.at)
    const operands = texts[word]
    if (operands === undefined) {
      if (!drawing.has(word)) this.other(word)
    } else {
      this.require(operands)
      this.change(word)
    }
    this.count = 0
  }

  private require(kinds: string): void {
    if (this.count !== kinds.length) unplain('count of operands')
    for (let i = 0; i < kinds.length; i++) {
      if (this.kinds[i] !== kinds.charCodeAt(i) - 0x30) unplain('kind of an operand')
    }
  }

  private change(word: string): void {
    const { state, numbers } = this
    const one = numbers[0] as number
    const two = numbers[1] as number
    switch (word) {
      case 'Tj':
      case 'TJ':
        this.show()
        break
      case 'Td':
        this.move(one, two)
        break
      case 'TD':
        state.leading = -two
        this.move(one, two)
        break
      case 'T*':
        this.move(0, -state.leading)
        break
      case 'Tm':
        this.setMatrix()
        break
      case 'Tf':
        this.setFont()
        break
      case 'BT':
      case 'ET':
        this.bound(word === 'BT')
        break
      case "'":
      case '"':
        this.showNext(word)
        break
      default:
        this.set(word, one)
    }
  }

  private set(word: string, value: number): void {
    const { state } = this
    if (word === 'Tc') state.charSpace = value
    else if (word === 'Tw') state.wordSpace = value
    else if (word === 'TL') state.leading = value
    else if (word === 'Ts') state.rise = value
    else if (word === 'Tz') {
      if (value !== 100) unplain('scaled text')
    } else if (word === 'Tr') {
      if (value !== 0 && value !== 3) unplain('way to draw text')
    } else this.turn(word)
  }

  private show(): void {
    if (!this.inText) unplain('text outside of text')
    showText(this.canvas, this.state, this.place, this.shown)
  }

  private showNext(word: string): void {
    if (word === '"') {
      this.state.wordSpace = this.numbers[0] as number
      this.state.charSpace = this.numbers[1] as number
    }
    this.move(0, -this.state.leading)
    this.show()
  }

  private move(...[x, y]: [x: number, y: number]): void {
    if (!this.inText) unplain('text outside of text')
    this.lineX += x
    this.lineY += y
    this.place.x = this.lineX
    this.place.y = this.lineY
  }

  private matrix(): Matrix {
    const given = this.numbers as unknown as Matrix
    return [given[0], given[1], given[2], given[3], given[4], given[5]]
  }

  private setMatrix(): void {
    if (!this.inText) unplain('text outside of text')
    this.begins(this.matrix())
  }

  private begins(matrix: Matrix): void {
    this.place.matrix = matrix
    this.place.x = 0
    this.place.y = 0
    this.lineX = 0
    this.lineY = 0
  }

  private setFont(): void {
    this.state.font = this.resources.font(this.name)
    this.state.size = this.numbers[1] as number
  }

  private bound(isBegin: boolean): void {
    if (isBegin === this.inText) unplain('text within text')
    this.inText = isBegin
    if (isBegin) this.begins(identity)
  }

  /** States are kept between texts only. */
  private turn(word: string): void {
    if (this.inText) unplain('state within text')
    if (word === 'cm') this.state.ctm = times(this.matrix(), this.state.ctm)
    else if (word === 'q') {
      if (this.saved.push({ ...this.state }) > savedMax) unplain('too many states')
    } else this.state = this.saved.pop() ?? unplain('no state')
  }

  private other(word: string): void {
    const { kinds, count, resources, name } = this
    const isNamed = count > 0 && kinds[count - 1] === aName
    if (word === 'Do' && isNamed && count === 1) resources.draw(name)
    else if (word === 'gs' && isNamed && count === 1) resources.setState(name)
    else if (word === 'BDC' && count === 2 && isNamed) resources.mark(name)
    else if (word === 'BDC' && count === 2 && kinds[1] === aDict) {
      if (this.dict?.has('ActualText') !== false) unplain('ActualText')
    } else unplain('operator')
  }
}

/** The operators of text and of its state, and what stands before them. */
const texts: Record<string, string> = Object.assign(Object.create(null), {
  Tj: '3',
  TJ: '4',
  "'": '3',
  '"': '113',
  Td: '11',
  TD: '11',
  Tm: '111111',
  'T*': '',
  Tf: '21',
  Tc: '1',
  Tw: '1',
  TL: '1',
  Ts: '1',
  Tz: '1',
  Tr: '1',
  BT: '',
  ET: '',
  q: '',
  Q: '',
  cm: '111111',
})

/** The operators that only draw: paths, colours, marks without content. */
const drawing = new Set(
  (
    'w J j M d ri i m l c v y h re S s f F f* B B* b b* n W W* CS cs SC SCN sc scn G g RG rg K k ' +
    'sh BMC EMC MP DP'
  ).split(' '),
)

/** Short words are kept, most are met a thousand times. */
const words = new Map<number, string>()

function wordOf(...[bytes, from, to]: [bytes: Buffer, from: number, to: number]): string {
  const length = to - from
  if (length < 1 || length > 3) return unplain('operator')
  let key = bytes[from] as number
  for (let i = from + 1; i < to; i++) key = key * 256 + (bytes[i] as number)
  const known = words.get(key)
  if (known !== undefined) return known
  const word = bytes.toString('latin1', from, to)
  if (words.size < 1_000) words.set(key, word)
  return word
}
