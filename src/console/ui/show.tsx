import type { ComponentChildren } from 'preact'
import type { Resource } from '../api/resource.ts'
import { Failed, Skeleton } from './parts.tsx'

type ShowProps<T> = {
  of: Resource<T>
  /** What stands there until it comes, in its size. */
  waiting?: ComponentChildren
  /** All of the screen: its heading comes with what it shows, or says what is wrong. */
  isScreen?: boolean
  children(data: T): ComponentChildren
}

/** The states of what was asked for: on its way, refused, or there, with what it was before. */
export function Show<T>({ of, waiting, isScreen = false, children }: ShowProps<T>) {
  const loaded = of.loaded.value
  const isAlone = isScreen && loaded.data === undefined
  const failure = loaded.state === 'failed' && (
    <Failed error={loaded.error} again={of.again} isScreen={isAlone} />
  )
  if (loaded.data === undefined) return <>{failure || (waiting ?? <Skeleton lines={6} />)}</>
  return (
    <div class="shown" aria-busy={loaded.state === 'loading'}>
      {failure}
      {children(loaded.data)}
    </div>
  )
}
