import { readFileSync } from 'node:fs'

/**
 * The process that does the work: that which was started, or behind the outer wall the last of a
 * row of them, each of which has one child.
 */
export function innerProcess(pid: number | undefined): number | undefined {
  return lineFrom(pid).at(-1)
}

/** It, and those that stand between it and us. */
export function lineFrom(pid: number | undefined): number[] {
  const line: number[] = []
  for (let at = pid; at !== undefined && line.length < generationsMax; at = childOf(at)) {
    line.push(at)
  }
  return line
}

const generationsMax = 4

function childOf(pid: number): number | undefined {
  try {
    const [first = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    return first === '' ? undefined : Number(first)
  } catch {
    return undefined
  }
}
