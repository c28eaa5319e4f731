import type { Reply } from '../../../client/index.ts'
import { me } from '../../app/session.ts'
import type { Given } from '../../ui/form.tsx'
import { w } from './words.ts'

export type Member = Reply<'listMembers'>['members'][number]
export type Role = Member['roles'][number]

const roles = [
  'owner',
  'admin',
  'seller_manager',
  'buyer_manager',
  'operator',
  'viewer',
] as const satisfies readonly Role[]

/** What this person may give and take; whoever has a role beyond it is beyond it altogether. */
export function reach(): readonly Role[] {
  const own = me.value?.roles ?? []
  if (own.includes('owner')) return roles
  return own.includes('admin') ? roles.filter((role) => role !== 'owner') : []
}

export function isWithinReach(member: Member): boolean {
  const mine = reach()
  return mine.length > 0 && member.roles.every((role) => mine.includes(role))
}

/** A box for each role that may be given, with what it is for. */
export function RoleBoxes({ chosen }: { chosen: readonly Role[] }) {
  return (
    <fieldset class="choices">
      <legend>{w().roles}</legend>
      {reach().map((role) => (
        <label key={role} class="choice">
          <input type="checkbox" name={role} defaultChecked={chosen.includes(role)} />
          <span>{w().roleNames[role]}</span>
          <span class="faint row-small">{w().roleHints[role]}</span>
        </label>
      ))}
    </fieldset>
  )
}

export function rolesIn(given: Given): Role[] {
  const chosen = roles.filter((role) => role in given)
  if (chosen.length === 0) throw new Error(w().choose)
  return chosen
}
