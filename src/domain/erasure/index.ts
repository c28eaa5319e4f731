/**
 * Erasure: a tenant or a person goes, and the books stay.
 *
 * Owns nothing; like reports it may touch the tables of every room. what-goes.ts is the list: which
 * table loses what; a test holds it against the schema, and says which tables stay and why.
 *
 * What goes: names, addresses, passwords, sessions, keys, wallets, datasets, files, passages,
 * searches, messages and notes. What stays is ids and amounts: transfers, events, sales, signed
 * heads. The hash of no row of the ledger changes, so it verifies as before, and receipts that were
 * given out go on being genuine. Bytes that somebody bought a licence on stay as long as after any
 * deletion, unless the operator ends that, too.
 *
 * States of a tenant: live → erased, for good; where its owner closes it, suspended in between. An
 * erasure that was cut short, of a tenant or of a person, goes on by a job.
 *
 * Refuses (Conflict): while money is on its way or a dispute is open; while balances are left and
 * the operator has not said that they are given up; the last platform administrator. From afar
 * also a tenant with any of these in it, and whoever asks.
 */
import { bind } from '../../base/bind.ts'
import { erasePersonAsAdmin, planFor, requireErasable } from './by-admin.ts'
import { closeTenant, closingPlan } from './close-tenant.ts'
import { erasePerson, erasePersonsRest } from './erase-person.ts'
import { eraseTenant, goOnErasing } from './erase-tenant.ts'
import { planOf } from './plan.ts'
import type { ErasureRoom } from './room.ts'

export type Erasure = ReturnType<typeof openErasure>

export function openErasure(deps: Omit<ErasureRoom, 'underWay'>) {
  const room: ErasureRoom = { ...deps, underWay: new Set() }
  return bind(room, {
    plan: planOf,
    eraseTenant,
    goOnErasing,
    erasePerson,
    erasePersonsRest,
    planFor,
    requireErasable,
    erasePersonAsAdmin,
    closingPlan,
    closeTenant,
  })
}

export { type ErasurePlan, pendingWords } from './plan.ts'
export { pendings } from './queries.ts'
export { deeds } from './what-goes.ts'
