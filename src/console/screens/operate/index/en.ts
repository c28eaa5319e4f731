export const en = {
  title: 'Index and models',
  works: 'The index',
  models: 'Vectors',
  states: {
    serving: 'serves',
    making: 'is being made',
    leaving: 'is leaving',
  },
  done: ({ done, total }: { done: string; total: string }) => `${done} of ${total} passages`,
  dimensions: (n: string) => `${n} dimensions`,
  none: 'No vectors',
  noneHint: 'They are made as soon as there are passages and a model for them.',
  capabilities: 'What this installation can do',
  capable: {
    ready: 'ready',
    off: 'not there',
    broken: 'broken',
  },
  nodes: 'Search nodes',
  standing: {
    answers: 'answers',
    loading: 'is copying',
    cut_off: 'hears nothing',
    left_out: 'left out',
  },
  passages: (n: string) => `${n} passages`,
  lag: (s: string) => `complete ${s} s ago`,
  asked: ({ searches, declined, failed }: { searches: string; declined: string; failed: string }) =>
    `${searches} searches, ${declined} declined, ${failed} failed`,
}
