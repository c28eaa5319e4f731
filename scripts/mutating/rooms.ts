// What is changed: the sources of five rooms, or of parts of one, where money and permission are.
import { globSync } from 'node:fs'

const rooms: Record<string, readonly string[]> = {
  ledger: ['src/domain/ledger/**/*.ts'],
  delivery: ['src/domain/delivery/**/*.ts'],
  visibility: ['src/domain/catalog/visibility.ts'],
  'signed-urls': ['src/domain/catalog/signed-urls.ts'],
  identity: ['src/domain/identity/**/*.ts'],
}
export const roomNames = Object.keys(rooms)

/** Names of columns, which the migrations hold, and what hands on what others say. */
const silent = /\/(tables|index|ports)\.ts$/

export type Source = { room: string; file: string }

export function sourcesOf(cwd: string): Source[] {
  return roomNames.flatMap((room) =>
    globSync([...(rooms[room] ?? [])], { cwd })
      .filter((file) => !silent.test(file))
      .sort()
      .map((file) => ({ room, file })),
  )
}

/**
 * Which tests are about what, where paths do not tell: the doors' tests have names of their own.
 * A mutant is shown to some that are near it before all others. The first row that has its source
 * counts.
 */
const about: readonly [source: RegExp, tests: RegExp][] = [
  [/ledger\/x402/, /payment|shown-terms|wallet\/wallets/],
  [/ledger\/exports/, /money\/(exports|receipts)/],
  [/ledger\/(proofs|queries)/, /ledger\/proofs|money\/receipts/],
  [/ledger\/(payouts|payout)/, /payouts|earnings/],
  [/ledger\/operator/, /admin\/(money|operations)/],
  [/ledger\/credits/, /credits|money\/prices|buyer\/buyer/],
  [/ledger\/metering/, /metering|citations|answers/],
  [/ledger\/(vouchers|disputes|plans|stripe)/, /voucher|dispute|plans|stripe/],
  [/delivery/, /domain\/delivery|purchases|agent\/(dl|download|links|asset)/],
  [/visibility/, /datasets\/access|buyer\/catalog|agent\/search|exclusive|takedown|similar/],
  [/signed-urls/, /blobs\/|objects\/uploads/],
  [/identity\/sso/, /console\/(oidc|second-factor)/],
  [/identity\/factor/, /second-factor|passkeys/],
  [/identity\/session/, /session|account\/auth/],
  [/identity\/people/, /admin\/people/],
  [/identity\/(member|invit)/, /members|invitations/],
  [/identity\/(key|principals|scopes|credentials)/, /api-keys|known-keys|principals/],
  [/identity\/(account\/verify-email|limits)/, /mail\/addresses/],
  [/identity\/account\/operator/, /admin\/(erasure|people)/],
  [/identity\/(account|password)/, /account\/(auth|me)|admin\/tenants/],
  [/identity\/tenant/, /admin\/(tenants|suspension|erasure)/],
]

/** How far a test file is from a source: the less, the more of its path is about the same. */
export function distance({ test, source }: { test: string; source: string }): number {
  const words = (path: string) => path.replace(/(\.test)?\.ts$/, '').split(/[/-]/)
  const own = new Set(words(source.replace(/^src\//, '')))
  const shared = words(test).filter((word) => own.has(word)).length
  const isNamesake = test.endsWith(`/${source.split('/').at(-1)?.replace('.ts', '.test.ts')}`)
  const isNamed = about.find(([of]) => of.test(source))?.[1].test(test) === true
  // What a room writes down of every deed is about all of its sources.
  const isOfAll = test === `test/domain/${source.split('/')[2]}/written-down.test.ts`
  return -shared - (isNamed || isOfAll ? 3 : 0) - (isNamesake ? 4 : 0)
}
