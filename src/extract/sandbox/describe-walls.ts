import { outerWall } from './outer-wall.ts'

/** Which walls stand around the files of others, in a sentence for operators. */
export async function describeWalls(): Promise<{ line: string; missing: string | null }> {
  const inner = 'Files of others are opened without compiled code, under the permissions of Node'
  const wall = await outerWall()
  if ('bwrap' in wall) return { line: `${inner}, behind bubblewrap.`, missing: null }
  const { missing } = wall
  return { line: `${inner} alone: ${missing}.`, missing }
}
