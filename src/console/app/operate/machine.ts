import type { Screen } from '../screen.ts'
import { isOperator } from '../session.ts'

const isOpen = () => isOperator.value

/** The machine: what an operator looks at and does where the server runs. */
export const machineScreens: readonly Screen[] = [
  {
    path: '/first-hour',
    load: async () => (await import('../../screens/operate/first-hour/first-hour.tsx')).FirstHour,
    place: { name: 'firstHour', group: 'operate', icon: 'check', isOpen },
  },
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
  {
    path: '/storage',
    load: async () => (await import('../../screens/operate/storage/storage.tsx')).Storage,
    place: { name: 'storage', group: 'operate', icon: 'disk', isOpen },
  },
  {
    path: '/logs',
    load: async () => (await import('../../screens/operate/logs/logs.tsx')).Logs,
    place: { name: 'logs', group: 'operate', icon: 'code', isOpen },
  },
  {
    path: '/index',
    load: async () => (await import('../../screens/operate/index/index-state.tsx')).IndexState,
    place: { name: 'index', group: 'operate', icon: 'layers', isOpen },
  },
  {
    path: '/settings',
    load: async () => (await import('../../screens/operate/settings/settings.tsx')).SettingsScreen,
    place: { name: 'settings', group: 'operate', icon: 'sliders', isOpen },
  },
  {
    path: '/support',
    load: async () => (await import('../../screens/operate/support/support.tsx')).Support,
    place: { name: 'support', group: 'operate', icon: 'help', isOpen },
  },
]
