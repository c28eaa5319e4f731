import type { Screen } from '../screen.ts'
import { isOperator } from '../session.ts'

const isOpen = () => isOperator.value

/** The house: tenants, people, money and what is kept of all of it. */
export const houseScreens: readonly Screen[] = [
  {
    path: '/tenants',
    load: async () => (await import('../../screens/operate/tenants/tenants.tsx')).Tenants,
    place: { name: 'tenants', group: 'operate', icon: 'shop', isOpen },
  },
  {
    path: '/tenants/:id',
    load: async () => (await import('../../screens/operate/tenants/tenant.tsx')).Tenant,
  },
  {
    path: '/people',
    load: async () => (await import('../../screens/operate/people/people.tsx')).People,
    place: { name: 'people', group: 'operate', icon: 'person', isOpen },
  },
  {
    path: '/people/:id',
    load: async () => (await import('../../screens/operate/people/person.tsx')).Person,
  },
  {
    path: '/money',
    load: async () => (await import('../../screens/operate/money/books.tsx')).Books,
    place: { name: 'money', group: 'operate', icon: 'coin', isOpen },
  },
  {
    path: '/money/payouts',
    load: async () => (await import('../../screens/operate/money/payouts.tsx')).Payouts,
  },
  {
    path: '/money/disputes',
    load: async () => (await import('../../screens/operate/money/disputes.tsx')).Disputes,
  },
  {
    path: '/money/vouchers',
    load: async () => (await import('../../screens/operate/money/vouchers.tsx')).Vouchers,
  },
  {
    path: '/backups',
    load: async () => (await import('../../screens/operate/backups/backups.tsx')).Backups,
    place: { name: 'backups', group: 'operate', icon: 'data', isOpen },
  },
  {
    path: '/audit',
    load: async () => (await import('../../screens/operate/audit/audit.tsx')).Audit,
    place: { name: 'audit', group: 'operate', icon: 'shield', isOpen },
  },
]
