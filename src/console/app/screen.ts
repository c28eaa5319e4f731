import type { ComponentType } from 'preact'
import type { IconName } from '../ui/icon.tsx'

export type Params = Readonly<Record<string, string>>
export type ScreenProps = { params: Params }

/** Names of places in the menu: each has its word in every language, at `t().places`. */
export type PlaceName =
  | 'overview'
  | 'search'
  | 'catalog'
  | 'purchases'
  | 'licences'
  | 'verify'
  | 'datasets'
  | 'uploads'
  | 'imports'
  | 'access'
  | 'earnings'
  | 'review'
  | 'firstHour'
  | 'health'
  | 'jobs'
  | 'deliveries'
  | 'metrics'
  | 'storage'
  | 'logs'
  | 'index'
  | 'settings'
  | 'support'
  | 'tenants'
  | 'people'
  | 'money'
  | 'backups'
  | 'audit'
  | 'keys'
  | 'spend'
  | 'webhooks'
  | 'team'
  | 'account'

export type Screen = {
  /** `/data/:id`: what is in the place of `:id` comes as `params.id`. */
  path: string
  load(): Promise<ComponentType<ScreenProps>>
  /** Also for those who are not logged in: it then draws its own frame. */
  isPublic?: true
  /** For platform administrators: others are told so, and the server is not asked. */
  isOperators?: true
  /** Where it stands in the menu and the palette, and for whom. */
  place?: { name: PlaceName; group: Group; icon: IconName; isOpen(): boolean }
}

/** A group of the menu is shown to whoever may go to a place in it. */
export const groups = ['home', 'buy', 'sell', 'operate', 'self'] as const
export type Group = (typeof groups)[number]
