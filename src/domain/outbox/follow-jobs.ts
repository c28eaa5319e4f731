import { channel } from 'node:diagnostics_channel'

/** Says which job is another one than before; whoever listens looks into the table. */
const jobChanged = channel('kontor.job-changed')

/** For the inside of a transaction, which commits in this turn of the event loop. */
export function tellOfJob(jobId: string): void {
  if (jobChanged.hasSubscribers) setImmediate(() => jobChanged.publish(jobId))
}

/** Has `told` called after each change of a job, until it is disposed of. */
export function openJobFollowing() {
  const all = new Map<string, Set<() => void>>()
  const onChange = (jobId: unknown) => {
    for (const told of all.get(jobId as string) ?? []) told()
  }
  return (jobId: string, told: () => void): Disposable => {
    if (all.size === 0) jobChanged.subscribe(onChange)
    const ofIt = all.get(jobId) ?? new Set()
    all.set(jobId, ofIt.add(told))
    return {
      [Symbol.dispose]() {
        ofIt.delete(told)
        if (ofIt.size === 0 && all.get(jobId) === ofIt) all.delete(jobId)
        if (all.size === 0) jobChanged.unsubscribe(onChange)
      },
    }
  }
}
