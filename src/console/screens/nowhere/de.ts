import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Hier ist nichts',
  hint: 'Vielleicht ist die Adresse vertippt, oder was hier war, gibt es nicht mehr.',
  home: 'Zur Übersicht',
}
