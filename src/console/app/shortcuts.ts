import { useLayoutEffect } from 'preact/hooks'

/** `Mod+k` is Ctrl or Command with K. A key that is held down does once what it does. */
export type Shortcut = { keys: string; label: string; run(): void; repeats?: true }

/** What can be pressed at the moment, for the list that `?` shows. The last one counts. */
export const shortcuts = new Set<Shortcut>()

/**
 * Keys for as long as the component is there. They rest while somebody types, or in a dialog. Who
 * presses two at once means by the second what the first has left: no frame is waited for.
 */
export function useShortcuts(list: readonly Shortcut[]): void {
  useLayoutEffect(() => {
    for (const one of list) shortcuts.add(one)
    return () => {
      for (const one of list) shortcuts.delete(one)
    }
  })
}

export function listenForShortcuts(): void {
  addEventListener('keydown', (event) => {
    const pressed = nameOf(event)
    const isWithMod = pressed.startsWith('Mod+')
    if (isTyped(event.target) && !isWithMod) return
    if (document.querySelector('dialog[open]') && !isWithMod) return
    const found = [...shortcuts].findLast(({ keys }) => keys === pressed)
    if (!found) return
    event.preventDefault()
    if (!event.repeat || found.repeats) found.run()
  })
}

function isTyped(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select')
}

function nameOf({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): string {
  const held = `${metaKey || ctrlKey ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}`
  return `${held}${key.length === 1 ? key.toLowerCase() : key}`
}
