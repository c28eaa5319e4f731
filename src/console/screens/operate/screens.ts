import type { ComponentType } from 'preact'
import type { OperatorPlace } from '../../app/operate/places.ts'
import type { ScreenProps } from '../../app/screen.ts'

type Loader = () => Promise<ComponentType<ScreenProps>>

/** The screens of operators, each fetched when it is asked for. */
const screens: Readonly<Record<OperatorPlace, Loader>> = {
  '/first-hour': async () => (await import('./first-hour/first-hour.tsx')).FirstHour,
  '/health': async () => (await import('./health/health.tsx')).Health,
  '/jobs': async () => (await import('./jobs/jobs.tsx')).Jobs,
  '/deliveries': async () => (await import('./deliveries/deliveries.tsx')).Deliveries,
  '/metrics': async () => (await import('./metrics/metrics.tsx')).Metrics,
  '/storage': async () => (await import('./storage/storage.tsx')).Storage,
  '/logs': async () => (await import('./logs/logs.tsx')).Logs,
  '/index': async () => (await import('./index/index-state.tsx')).IndexState,
  '/settings': async () => (await import('./settings/settings.tsx')).SettingsScreen,
  '/settings/secrets': async () => (await import('./secrets/secrets.tsx')).Secrets,
  '/support': async () => (await import('./support/support.tsx')).Support,
  '/tenants': async () => (await import('./tenants/tenants.tsx')).Tenants,
  '/tenants/:id': async () => (await import('./tenants/tenant.tsx')).Tenant,
  '/taken-down': async () => (await import('./off-market/taken-down.tsx')).TakenDown,
  '/people': async () => (await import('./people/people.tsx')).People,
  '/people/:id': async () => (await import('./people/person.tsx')).Person,
  '/money': async () => (await import('./money/books.tsx')).Books,
  '/money/payouts': async () => (await import('./money/payouts.tsx')).Payouts,
  '/money/disputes': async () => (await import('./money/disputes.tsx')).Disputes,
  '/money/vouchers': async () => (await import('./money/vouchers.tsx')).Vouchers,
  '/backups': async () => (await import('./backups/backups.tsx')).Backups,
  '/audit': async () => (await import('./audit/audit.tsx')).Audit,
}

export function screenOf(place: OperatorPlace): ReturnType<Loader> {
  return screens[place]()
}
