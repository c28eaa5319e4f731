// No circles of imports. In a circle some file runs before what it imports is there, and which one
// depends on who came first: a constant is undefined in one program and not in another. Types are
// gone by then, but files whose types lean on each other can only be read together: they count,
// too. `import()` comes later and closes no circle.
import { type Breach, type File, importsOf } from './source.ts'

/** One breach for each circle, at an import of it; the files are in the order of imports. */
export function circleBreaches(sources: readonly File[]): Breach[] {
  const targets = new Map(sources.map((source) => [source.path, targetsOf(source)]))
  return tiedGroups(targets).map((group) => {
    const circle = shortestCircle(group, targets)
    const [path, next] = [circle[0] ?? '', circle[1] ?? circle[0] ?? '']
    const others = group.length - circle.length
    const more = others === 0 ? '' : `; ${others} more on it`
    const says = `a circle of imports: ${[...circle, path].join(' → ')}${more}`
    return { path, line: targets.get(path)?.get(next) ?? 1, says }
  })
}

/** What a file imports of ours as soon as it is loaded or compiled, and in which line. */
function targetsOf(source: File): Map<string, number> {
  const found = new Map<string, number>()
  for (const { relative, dynamic, target, line } of importsOf(source)) {
    if (relative && !dynamic && !found.has(target)) found.set(target, line)
  }
  return found
}

type Targets = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Strongly connected components of more than one file, or of one that imports itself (Tarjan). */
function tiedGroups(targets: Targets): string[][] {
  const groups: string[][] = []
  const order = new Map<string, number>()
  const open: string[] = []
  /** Gives the earliest open file that is reached from here. */
  const visit = (path: string): number => {
    const own = order.size
    order.set(path, own)
    open.push(path)
    let lowest = own
    for (const target of targets.get(path)?.keys() ?? []) {
      if (!targets.has(target)) continue
      const seen = order.get(target)
      if (seen === undefined) lowest = Math.min(lowest, visit(target))
      else if (open.includes(target)) lowest = Math.min(lowest, seen)
    }
    if (lowest === own) {
      const group = open.splice(open.indexOf(path)).sort()
      if (group.length > 1 || targets.get(path)?.has(path)) groups.push(group)
    }
    return lowest
  }
  for (const path of targets.keys()) if (!order.has(path)) visit(path)
  return groups
}

/** Of the circles through the first file of a group, a shortest one. */
function shortestCircle(group: readonly string[], targets: Targets): string[] {
  const [first = ''] = group
  const ways: string[][] = [[first]]
  const reached = new Set<string>()
  for (const way of ways) {
    for (const next of targets.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (next === first) return way
      if (!group.includes(next) || reached.has(next)) continue
      reached.add(next)
      ways.push([...way, next])
    }
  }
  return [...group]
}
