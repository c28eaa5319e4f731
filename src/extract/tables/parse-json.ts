const numberLike = /-?\d[\d.eE+-]*/g
const aNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/
/** Without one of these in it no number of a text is more than its value. */
const perhapsMore = /\d{16}|[\d.]{17}|\.\d*0(?!\d)|\.0{6}|\d[eE]|-0/

/**
 * The value of a JSON text. A number that is more than its value is the text that is written: the
 * digits of an identifier beyond 2^53, `19.90`. Throws what JSON.parse throws.
 */
export function parseJson(text: string): unknown {
  if (!perhapsMore.test(text)) return JSON.parse(text)
  try {
    return JSON.parse(quoted(text))
  } catch {
    // Says where in the text that was given.
    return JSON.parse(text)
  }
}

/** The same with such numbers in quotation marks. */
function quoted(text: string): string {
  const parts: string[] = []
  let done = 0
  let opening = nextMark(text, 0)
  numberLike.lastIndex = 0
  for (let found = numberLike.exec(text); found; found = numberLike.exec(text)) {
    const [token] = found
    let closed = 0
    while (opening < found.index) {
      closed = endOfText(text, opening + 1)
      opening = nextMark(text, closed)
    }
    if (closed > found.index) numberLike.lastIndex = closed
    else if (isMoreThanValue(token)) {
      parts.push(text.slice(done, found.index), `"${token}"`)
      done = numberLike.lastIndex
    }
  }
  parts.push(text.slice(done))
  return parts.join('')
}

function nextMark(text: string, start: number): number {
  const at = text.indexOf('"', start)
  return at < 0 ? text.length : at
}

function isMoreThanValue(token: string): boolean {
  if (!perhapsMore.test(token)) return false
  const value = Number(token)
  const isExact =
    String(value) === token && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return !isExact && aNumber.test(token)
}

/** Behind the quotation mark that ends what began before a place. */
function endOfText(text: string, start: number): number {
  for (let at = nextMark(text, start); at < text.length; at = nextMark(text, at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
  return text.length
}
