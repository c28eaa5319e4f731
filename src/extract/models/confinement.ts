import { type OuterWall, outerWall, type Wall, wallIn } from '../sandbox/outer-wall.ts'
import { ModelFailed } from './model-failed.ts'

/**
 * Networks and ffmpeg are compiled code, which Node's permissions do not bind: they see a file only
 * behind the wall of the kernel, or where the operator said that they may without.
 */
export type Confinement = {
  /** Run them where there is no wall, too. */
  allowUnconfined: boolean
  /** The program's own places, which they must see. */
  readable: readonly string[]
  /** Looked for once, when it is not said. */
  wall?: () => Promise<OuterWall>
}

/** The wall, or undefined where it may be done without. Throws ModelFailed where it may not. */
export async function wallFor(confinement: Confinement): Promise<Wall | undefined> {
  const { allowUnconfined, wall: look = outerWall } = confinement
  const wall = wallIn(await look())
  if (wall !== undefined || allowUnconfined) return wall
  throw new ModelFailed('nothing on this server would confine it; its operator has to see to it')
}
