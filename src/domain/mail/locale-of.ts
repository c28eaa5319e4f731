import type { UserId } from '../../base/ids.ts'
import { findChoice } from './queries.ts'
import type { MailRoom } from './room.ts'
import { type Locale, locales } from './texts/locales.ts'

type Speaking = { userId: UserId; spoken: string | undefined }

/** What somebody has chosen or, where that is nothing yet, what is spoken where they ask. */
export function localeOf({ store }: Pick<MailRoom, 'store'>, of: Speaking): Locale {
  const { userId, spoken } = of
  return findChoice(store.db, userId)?.locale ?? locales.find((one) => one === spoken) ?? 'en'
}
