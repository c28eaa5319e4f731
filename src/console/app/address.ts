import { computed, signal } from '@preact/signals'
import { prefix } from '../api/kontor.ts'

/** Below which everything of the console lies. */
export const root = `${prefix}/console`

/** Where the browser is. It says what a screen shows: it can be kept, sent and gone back to. */
export const address = signal(new URL(location.href))
export const query = computed(() => address.value.searchParams)
/** `/search`, whatever the server lies below. */
export const path = computed(() => address.value.pathname.slice(root.length) || '/')

/** The link to a place of the console: `to('/search?q=pump')`. */
export function to(place: string): string {
  return `${root}${place}`
}

/** Goes to a place of the console. The router hears of it as of any step through the history. */
export function go(place: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to(place))
  else history.pushState(null, '', to(place))
  dispatchEvent(new PopStateEvent('popstate'))
}

/**
 * Says a part of the screen's state in the address; undefined and empty take it away. What is a
 * step can be gone back from; everything else stands in the place of what was there.
 */
export function setQuery(
  changes: Readonly<Record<string, string | undefined>>,
  { isStep = false } = {},
): void {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  const isNew = isStep && url.href !== location.href
  go(`${url.pathname.slice(root.length)}${url.search}`, { replace: !isNew })
}
