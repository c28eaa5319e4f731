import { untracked, useSignalEffect } from '@preact/signals'
import type { Input, Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { changed, type Resource, useResource } from '../../../api/resource.ts'
import { announce } from '../../../app/announce.tsx'
import { w } from './words.ts'

export type Work = Reply<'listWork'>['work'][number]
export type WorkOrder = Input<'startWork'>

/** What a screen shows may be another thing after any work: it names this topic. */
export const afterWork = 'after work'

const lookAgainMs = 1_000

/** Not ended yet when it was looked at last; what was begun here is told of when it has. */
const open = new Set<string>()
const begunHere = new Set<string>()

/** The work that was started lately, looked at again while some of it runs. */
export function useWorks(): Resource<readonly Work[]> {
  const works = useResource(
    async (signal) => (await kontor.listWork(undefined, { signal })).work,
    ['work'],
  )
  useSignalEffect(() => {
    const loaded = works.loaded.value
    if (loaded.state !== 'ready') return
    untracked(() => loaded.data.forEach(follow))
    if (!loaded.data.some(({ state }) => state === 'running')) return
    const timer = setTimeout(works.again, lookAgainMs)
    return () => clearTimeout(timer)
  })
  return works
}

function follow({ work_id: id, kind, state }: Work): void {
  if (state === 'running') {
    open.add(id)
    return
  }
  if (!open.delete(id)) return
  changed(afterWork)
  if (!begunHere.delete(id)) return
  const { name } = w().kinds[kind]
  if (state === 'failed') announce(w().failedNow(name), 'bad')
  else announce(w().endedNow(name))
}

/** Throws what the server says. */
export async function begin(order: WorkOrder): Promise<void> {
  noteBegun(await kontor.startWork(order))
}

/** What was begun here by another way is told of as well when it has ended. */
export function noteBegun({ work_id: id, kind }: Pick<Work, 'work_id' | 'kind'>): void {
  open.add(id)
  begunHere.add(id)
  announce(w().startedNow(w().kinds[kind].name))
  changed('work')
}
