/**
 * Where operators go: the address, its name and its sign in the menu; one without a name is reached
 * from another. Which screens they are stands where those are fetched from: nobody else loads it.
 */
export const places = [
  ['/first-hour', 'firstHour', 'check'],
  ['/health', 'health', 'pulse'],
  ['/jobs', 'jobs', 'list'],
  ['/deliveries', 'deliveries', 'hook'],
  ['/metrics', 'metrics', 'chart'],
  ['/storage', 'storage', 'disk'],
  ['/logs', 'logs', 'code'],
  ['/index', 'index', 'layers'],
  ['/settings', 'settings', 'sliders'],
  ['/settings/secrets'],
  ['/support', 'support', 'help'],
  ['/tenants', 'tenants', 'shop'],
  ['/tenants/:id'],
  ['/taken-down'],
  ['/people', 'people', 'person'],
  ['/people/:id'],
  ['/money', 'money', 'coin'],
  ['/money/payouts'],
  ['/money/disputes'],
  ['/money/vouchers'],
  ['/backups', 'backups', 'data'],
  ['/audit', 'audit', 'shield'],
] as const

export type OperatorPlace = (typeof places)[number][0]
