import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import type { PastSigner } from '../../../base/secrets.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { LedgerRoom } from '../room.ts'
import { signingKeys } from '../tables.ts'
import { findLastHead } from './queries.ts'
import { publicKeyOfSecret, publicKeyOfSeed, signingPurpose } from './signer.ts'

/** A secret of the folder, as far as this room has to know it. */
export type KeyedGeneration = { number: number; createdAtMs: number }

/** As the database has them: for a ring from before it kept them itself. */
export function listPastSigners(db: Db): PastSigner[] {
  return db
    .select()
    .from(signingKeys)
    .orderBy(asc(signingKeys.generation))
    .all()
    .flatMap(({ generation: number, publicKey, sinceAt: sinceMs, retiredAt: retiredMs }) =>
      retiredMs === null ? [] : [{ number, publicKey, sinceMs, retiredMs }],
    )
}

/** Whether heads here may follow from this secret: the last one does, or none is kept yet. */
export function mayHaveSigned(db: Db, secret: Buffer): boolean {
  return findLastHead(db)?.publicKey.equals(publicKeyOfSecret(secret)) ?? true
}

/**
 * Writes down the public keys of the secrets that sign or signed, as far as they are not yet, and
 * that they were changed. `generations` are those that are accepted, the newest first. Called
 * before and after a rotation, and at the start after one: so no crash leaves a key unknown.
 */
export function noteSigningKeys(
  { store, secrets, clock }: LedgerRoom,
  generations: readonly KeyedGeneration[],
): Promise<void> {
  const seeds = secrets.signing(signingPurpose).accepted()
  const sorted = generations
    .map((one, i) => ({ ...one, seed: seeds[i] }))
    .sort((left, right) => left.number - right.number)
  return store.write((tx) => {
    for (const { number, createdAtMs, seed } of sorted) {
      if (seed) noteKey(tx, { ...publicKeyOfSeed(seed), number, createdAtMs, clock })
    }
  })
}

type Noted = {
  publicKey: Buffer
  keyId: string
  number: number
  createdAtMs: number
  clock: LedgerRoom['clock']
}

function noteKey(tx: Tx, { publicKey, keyId, number, createdAtMs, clock }: Noted): void {
  if (tx.select().from(signingKeys).where(eq(signingKeys.keyId, keyId)).get()) return
  tx.update(signingKeys)
    .set({ retiredAt: clock.nowMs() })
    .where(and(isNull(signingKeys.retiredAt), ne(signingKeys.keyId, keyId)))
    .run()
  const row = { keyId, publicKey, generation: number, sinceAt: createdAtMs, retiredAt: null }
  tx.insert(signingKeys).values(row).run()
  if (number === 0) return
  recordAudit(tx, {
    atMs: clock.nowMs(),
    tenantId: null,
    actor: { type: 'operator', id: null },
    action: 'secrets.rotated',
    subject: { type: 'secrets', id: String(number) },
    details: { key_id: keyId },
  })
}
