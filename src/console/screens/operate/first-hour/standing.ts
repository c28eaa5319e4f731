import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { changed } from '../../../api/resource.ts'
import { tell } from '../../../app/announce.tsx'

export type Checklist = Reply<'getFirstHour'>
export type Step = Checklist['steps'][number]

/** What does not apply is not counted. */
export function doneOf({ steps }: Pick<Checklist, 'steps'>) {
  const counted = steps.filter(({ state }) => state !== 'none')
  return { done: counted.filter(({ state }) => state === 'done').length, all: counted.length }
}

export function putAside(isAside: boolean): Promise<void> {
  return tell(async () => {
    await kontor.changeFirstHour({ put_aside: isAside })
    changed('first-hour')
  })
}
