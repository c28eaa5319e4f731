import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { More } from './more.tsx'

type InPartsProps<T> = {
  of: readonly T[]
  /** How many at first, and how many more at each press. */
  size?: number
  children(shown: readonly T[]): ComponentChildren
}

/** A list that is here already, of which nobody looks at all: the first of them, and a way on. */
export function InParts<T>({ of, size = 60, children }: InPartsProps<T>) {
  const most = useSignal(size)
  return (
    <>
      {children(of.slice(0, most.value))}
      {of.length > most.value && (
        <More
          show={() => {
            most.value += size
          }}
        />
      )}
    </>
  )
}
