import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Index und Modelle',
  works: 'Der Index',
  models: 'Vektoren',
  states: {
    serving: 'dient',
    making: 'entsteht',
    leaving: 'geht',
  },
  done: ({ done, total }) => `${done} von ${total} Passagen`,
  dimensions: (n) => `${n} Dimensionen`,
  none: 'Keine Vektoren',
  noneHint: 'Sie entstehen, sobald es Passagen und ein Modell dafür gibt.',
  capabilities: 'Was diese Installation kann',
  capable: {
    ready: 'bereit',
    off: 'nicht da',
    broken: 'kaputt',
  },
  nodes: 'Suchknoten',
  standing: {
    answers: 'antwortet',
    loading: 'kopiert',
    cut_off: 'hört nichts',
    left_out: 'ausgelassen',
  },
  passages: (n) => `${n} Passagen`,
  lag: (s) => `vollständig vor ${s} s`,
  asked: ({ searches, declined, failed }) =>
    `${searches} Suchen, ${declined} abgelehnt, ${failed} misslungen`,
}
