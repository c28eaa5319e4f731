/**
 * Where to cut a text that is longer than `max`: after the last white space in the last quarter of
 * the allowed length, else at `max`, but never inside a surrogate pair.
 */
export function cutPoint(text: string, max: number): number {
  for (let i = max; i > max * 0.75; i--) {
    if (isSpace(text.charCodeAt(i - 1))) return i
  }
  return isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max
}

export function* splitLong(text: string, max: number): Generator<string> {
  let rest = text
  while (rest.length > max) {
    const cut = cutPoint(rest, max)
    yield rest.slice(0, cut)
    rest = rest.slice(cut)
  }
  if (rest.length > 0) yield rest
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x3000
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
