import { openRandom, type Random } from './random.ts'

/**
 * So many points of what can be interrupted: every one once before any comes again, and of every
 * phase one before any has its second. The same for the same seed.
 */
export function planIn<T>(
  phases: readonly (readonly T[])[],
  { points, seed }: { points: number; seed: string },
): T[] {
  const random = openRandom(seed)
  const plan: T[] = []
  while (plan.length < points) plan.push(...roundOf(phases, random))
  return plan.slice(0, points)
}

function roundOf<T>(phases: readonly (readonly T[])[], random: Random): T[] {
  const left = phases.map((points) => random.shuffled(points))
  const turns = Math.max(...left.map((points) => points.length))
  return Array.from({ length: turns }, () =>
    random.shuffled(left.flatMap((points) => points.splice(0, 1))),
  ).flat()
}
