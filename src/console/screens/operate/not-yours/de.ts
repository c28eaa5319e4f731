import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Das ist für Verwalter der Plattform',
  hint: (email) =>
    `${email} ist keiner. Wer diesen Server betreibt, kann für Sie nachsehen oder Sie dazu machen.`,
  home: 'Zur Übersicht',
}
