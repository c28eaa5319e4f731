const listItem = /^\s*(?:[-*+•–—‣▪]|\(?\d{1,3}[.)]|[a-z][.)])\s/
const shorterThanNext = 0.75

/**
 * Joins the lines of a wrapped paragraph, so that a sentence is one line again. A line runs on
 * when the next one starts in lower case or with a closing mark, or when it is about as long as
 * the next: a heading or a last line before a new paragraph is clearly shorter. List items keep
 * their line.
 */
export function reflow(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  let out = lines[0] ?? ''
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i - 1] ?? ''
    const next = lines[i] ?? ''
    out += runsOn({ line, next }) ? ` ${next.trimStart()}` : `\n${next}`
  }
  return out
}

function runsOn({ line, next }: { line: string; next: string }): boolean {
  if (line === '' || next === '' || listItem.test(next)) return false
  return /^\s*[\p{Ll},;.)\]]/u.test(next) || line.length >= next.length * shorterThanNext
}
