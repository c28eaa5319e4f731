import type { Screen } from '../screen.ts'
import { isOperator } from '../session.ts'

const isOpen = () => isOperator.value

/** The machine: what an operator looks at and does where the server runs. */
export const machineScreens: readonly Screen[] = [
  {
    path: '/health',
    load: async () => (await import('../../screens/operate/health/health.tsx')).Health,
    place: { name: 'health', group: 'operate', icon: 'pulse', isOpen },
  },
  {
    path: '/jobs',
    load: async () => (await import('../../screens/operate/jobs/jobs.tsx')).Jobs,
    place: { name: 'jobs', group: 'operate', icon: 'list', isOpen },
  },
  {
    path: '/metrics',
    load: async () => (await import('../../screens/operate/metrics/metrics.tsx')).Metrics,
    place: { name: 'metrics', group: 'operate', icon: 'chart', isOpen },
  },
]
