import { readXml } from '../office/xml.ts'

/** So much of a text shows what it is made of. */
const shownChars = 100_000

/** Elements side by side of the same name that are as long as sentences are paragraphs, too. */
const sentenceChars = 60

type Seen = {
  name: string
  chars: number
  hasChild: boolean
  within: string[]
  /** By name, those in it that hold text and nothing else. */
  leaves: Map<string, { count: number; chars: number }>
}

/** Names of the outermost elements in which words stand beside elements: paragraphs, in most. */
export async function flowingNames(beginning: string): Promise<Set<string>> {
  const path: Seen[] = [seenOf('')]
  await readXml([beginning.slice(0, shownChars)], {
    allowDoctype: true,
    open(name) {
      const parent = path.at(-1)
      if (parent) parent.hasChild = true
      path.push(seenOf(name))
    },
    close() {
      const seen = path.pop()
      const parent = path.at(-1)
      if (seen && parent) tell(parent, seen)
    },
    text(text) {
      const seen = path.at(-1)
      if (seen) seen.chars += text.trim().length
    },
  })
  return new Set(path[0]?.within)
}

function seenOf(name: string): Seen {
  return { name, chars: 0, hasChild: false, within: [], leaves: new Map() }
}

function tell(parent: Seen, { name, chars, hasChild, within, leaves }: Seen) {
  if (!hasChild) {
    const same = parent.leaves.get(name) ?? { count: 0, chars: 0 }
    parent.leaves.set(name, { count: same.count + 1, chars: same.chars + chars })
  } else if (chars > 0) parent.within.push(name)
  else {
    const long = [...leaves].filter(
      ([, { count, chars }]) => count > 1 && chars > count * sentenceChars,
    )
    parent.within.push(...new Set([...within, ...long.map(([leaf]) => leaf)]))
  }
}
