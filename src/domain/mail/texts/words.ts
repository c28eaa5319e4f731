import type { EventType, OffMarket } from '../../events/index.ts'

/** What letters say in one language. Names are clean already, and no markup. */
export type Words = {
  readonly greeting: string
  readonly invitation: (house: string) => { subject: string; text: string }
  readonly reset: { readonly subject: string; readonly text: string }
  readonly test: { readonly subject: string; readonly text: string }
  readonly verification: { readonly subject: string; readonly text: string }
  readonly moved: { readonly subject: string; readonly text: string }
  /** Of a file, a dataset or a tenant by its name. */
  readonly offMarket: Readonly<Record<OffMarket, (name: string) => string>>
  /** Of more than one. */
  readonly filesOffMarket: (count: number) => string
  readonly reason: string
  readonly contest: string
  readonly code: string
  readonly link: string
  readonly validUntil: (time: string) => string
  readonly ignore: string
  readonly news: (count: number) => string
  readonly daily: string
  readonly more: (count: number) => string
  readonly stop: string
  readonly events: Readonly<Record<EventType, string>>
}
