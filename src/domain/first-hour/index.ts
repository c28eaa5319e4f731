/**
 * First hour: what a new operator has to set up, and how far that is.
 *
 * Owns the table first_hour: what was tried (the public address, mail), where the samples are, and
 * whether the list was put aside. Everything else is looked at anew each time: the settings, the
 * people, the backups, what the machine can do. A step is done, open, or none of this server's.
 * Settings come from outside of the program: a step that needs one names it.
 * Refuses: everybody but platform administrators (Forbidden), trying what no setting names, samples
 * that are there already (Conflict).
 */
import { bind } from '../../base/bind.ts'
import { readChecklist } from './checklist.ts'
import type { FirstHourRoom } from './room.ts'
import { addSamples, removeSamples } from './samples.ts'
import { putAside, tryAddress, tryMail } from './try-out.ts'

export { type Checklist, stepNames } from './checklist.ts'
export type { Ability, AddressReport, House, Sample } from './ports.ts'

export type FirstHour = ReturnType<typeof openFirstHour>

export function openFirstHour(room: FirstHourRoom) {
  return bind(room, { readChecklist, tryAddress, tryMail, putAside, addSamples, removeSamples })
}
