import { signal } from '@preact/signals'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'kontor.theme'
const kept = localStorage.getItem(key)
export const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system')

export function setTheme(next: Theme): void {
  theme.value = next
  const { dataset } = document.documentElement
  if (next === 'system') {
    localStorage.removeItem(key)
    delete dataset.theme
  } else {
    localStorage.setItem(key, next)
    dataset.theme = next
  }
}
