import { signal } from '@preact/signals'

/** The file that is being deleted: that it is gone may be told before the answer comes. */
export const leaving = signal<string | undefined>(undefined)

/** Asks, but for a file that is about to go. */
export function unlessLeaving<T>(id: string, ask: () => Promise<T>): Promise<T> | undefined {
  return leaving.value === id ? undefined : ask()
}
