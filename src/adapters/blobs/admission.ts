import { randomUUID } from 'node:crypto'
import { FilesAway } from '../../base/errors.ts'
import { failureWords } from '../../base/failure-words.ts'
import { isNoRoom } from '../../base/no-room.ts'
import type { PlaceMark } from './place-mark.ts'

/** The place is somebody else's, or holds something that is not ours. */
export class PlaceRefused extends Error {
  override readonly name = 'PlaceRefused'
}

/** Files lay in a place of this name, and this is not the one: emptied, made anew, not mounted. */
export class PlaceEmptied extends Error {
  override readonly name = 'PlaceEmptied'
  constructor(message = 'It is not the one any more in which the files lay.') {
    super(message)
  }
}

export type Admission = {
  /** Looks once whose the place is, and takes one that is nobody's. Throws FilesAway. */
  admitted(): Promise<void>
  /**
   * Asks anew, for what the place does not have: one that is gone, emptied or another's has no
   * file of ours, and none is missing by that. Throws FilesAway.
   */
  stillOurs(): Promise<void>
  /**
   * Takes the place as it is, for an operator; false: it was the known one. Throws FilesAway, with
   * PlaceRefused for that of somebody else.
   */
  accept(): Promise<boolean>
}

/** How the mark of a place is read and put there. */
export type Marking = {
  /** Undefined: there is none. Throws FilesAway where the place itself is not there. */
  read(): Promise<PlaceMark | undefined>
  /** Unless somebody was first. */
  put(mark: PlaceMark): Promise<void>
  /** What to do about one of another installation. */
  remedy: string
}

/** What is known of a place by the records. */
export type KnownPlace = {
  /** The id that it had; undefined: no file was ever kept there, as far as the records know. */
  id(): string | undefined
  note(id: string): Promise<void>
  /** How much of what the records name is in this place or in another one of the settings. */
  found(): Promise<'all' | 'some' | 'none'>
}

type Looked = {
  installation: string
  known: KnownPlace
  isReadOnly?: boolean | undefined
  /** Told when it begins to be refused, when for another reason, and when no more (undefined). */
  onChange?: ((trouble: Error | undefined) => void) | undefined
}

/** What the place refuses, and whose it is instead, is the cause of the FilesAway. */
export function admission(
  marking: Marking,
  { installation, known, isReadOnly, onChange }: Looked,
): Admission {
  let asked: Promise<boolean> | undefined
  let wasOurs = false
  let trouble: string | undefined

  /** Whether the place was another one than that of the records. */
  async function look(isAccepted: boolean): Promise<boolean> {
    const mark = await marking.read()
    if (mark !== undefined) requireOwn(mark)
    const had = known.id()
    const isOther = mark === undefined || (had !== undefined && mark.place !== had)
    if (isOther && !isAccepted) {
      if (wasOurs) throw new PlaceEmptied()
      const found = await known.found()
      // A restored or copied folder has its files, and a place that is new has all but these.
      const isTaken = had === undefined ? found !== 'none' : found === 'all'
      if (!isTaken) throw new PlaceEmptied(saidOf(found === 'some'))
    }
    if (isReadOnly) return isOther
    try {
      const place = mark?.place ?? (await take(had ?? randomUUID()))
      if (place !== had) await known.note(place)
      wasOurs = true
    } catch (error) {
      // It is written down once there is room: what lies there is given meanwhile.
      if (isAccepted || !isNoRoom(error)) throw error
    }
    return isOther
  }

  async function take(id: string): Promise<string> {
    await marking.put({ installation, place: id })
    const mark = await marking.read()
    if (mark === undefined) throw new FilesAway(new Error('the mark of the place is gone again'))
    requireOwn(mark)
    return mark.place
  }

  function requireOwn({ installation: owner }: PlaceMark): void {
    if (owner === installation) return
    const whose = `that of another installation (${owner}; this one is ${installation})`
    throw new PlaceRefused(`The place is ${whose}. ${marking.remedy}`)
  }

  function note(error: Error | undefined): void {
    const now = error && failureWords(error instanceof FilesAway ? error.cause : error)
    if (now === trouble) return
    trouble = now
    onChange?.(error)
  }

  const ask = (isAccepted = false) => {
    const answer = look(isAccepted).catch((error) => {
      asked = undefined
      // What the system says of a disk says more than that it is away.
      const isTold = error instanceof FilesAway || error.syscall !== undefined
      throw isTold ? error : new FilesAway(error)
    })
    answer.then(() => note(undefined), note)
    asked = answer
    return answer
  }
  return {
    admitted: async () => void (await (asked ?? ask())),
    stillOurs: async () => void (await ask()),
    accept: () => ask(true),
  }
}

function saidOf(isAny: boolean): string {
  const what = isAny ? 'files that they name are missing' : 'no file that they name is there'
  return `It is not the one of which the records know: ${what}.`
}
