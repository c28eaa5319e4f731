import { type Mutant, nameOf } from './mutate.ts'

/** As `scripts/mutants --list` tells them, each with why nobody could notice it. */
const listed: readonly (Omit<Mutant, 'line'> & { why: string })[] = [
  {
    file: 'src/domain/catalog/visibility.ts',
    source: `WHERE object.exclusive_to IS NOT NULL AND NOT \${isNotSoldAwayFrom(asker)})\``,
    kind: 'sql term',
    from: 'object.exclusive_to IS NOT NULL AND',
    to: '',
    nth: 1,
    why: 'what has no exclusive buyer is sold away from nobody: the condition is for its index',
  },
  {
    file: 'src/domain/catalog/visibility.ts',
    source: 'return readChange(db).get()?.seq ?? 0',
    kind: 'default',
    from: 'readChange(db).get()?.seq ?? 0',
    to: 'readChange(db).get()?.seq',
    nth: 1,
    why: 'the row is there from its migration on, and nothing deletes it',
  },
  {
    file: 'src/domain/catalog/visibility.ts',
    source: "return JSON.parse(askedOften[kind].hiddenObjectNos(db).get(given)?.list ?? '[]')",
    kind: 'default',
    from: "askedOften[kind].hiddenObjectNos(db).get(g…en)?.list ?? '[]'",
    to: 'askedOften[kind].hiddenObjectNos(db).get(given)?.list',
    nth: 1,
    why: 'a sum over no rows is a row, too: there always is a list',
  },
  ...[
    ['accept-payment.ts', "throw noAnswer('Nothing was taken. ')"],
    ['settle-payment.ts', "return 'silent'"],
  ].map(([file, then]) => ({
    file: `src/domain/ledger/x402/${file}`,
    source: `if (error instanceof FacilitatorSilent) ${then}`,
    kind: 'decided' as const,
    from: 'error instanceof FacilitatorSilent',
    to: 'true',
    nth: 1,
    why: 'the only facilitator (adapters/x402-facilitator.ts) throws nothing else',
  })),
  {
    file: 'src/domain/identity/member/invite.ts',
    source: 'const user = email === null ? undefined : findUserByEmail(db, email)',
    kind: 'decided',
    from: 'email === null',
    to: 'false',
    nth: 1,
    why: 'nothing equals NULL: nobody is found who has no address',
  },
  {
    file: 'src/domain/identity/people/person.ts',
    source: 'filters: { q: q ?? null, of: tenantId ?? null, admin: isPlatformAdmin ?? null },',
    kind: 'default',
    from: 'tenantId ?? null',
    to: 'tenantId',
    nth: 1,
    why: 'a cursor is of its filters: one that is left out is as little that of a tenant as null',
  },
  {
    file: 'src/domain/identity/tenant/create-tenant.ts',
    source: 'if (email !== null) requireFreeEmail(tx, email)',
    kind: 'decided',
    from: 'email !== null',
    to: 'true',
    nth: 1,
    why: 'nothing equals NULL: nobody is found who has no address, and so it is free',
  },
  {
    file: 'src/domain/identity/scopes.ts',
    source: 'const wanted = isKey ? withRate(reach, searchRatePerMinute) : reach',
    kind: 'decided',
    from: 'isKey',
    to: 'true',
    nth: 1,
    why: 'a session has no limits of its own (principals.ts): whatever it wants is within them',
  },
]

/** By their names. One that is no mutant any more fails the tests. */
export const equals: Record<string, string> = Object.fromEntries(
  listed.map((one) => [nameOf(one), one.why]),
)
