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
}
