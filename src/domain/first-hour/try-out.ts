import { Conflict } from '../../base/errors.ts'
import type { Command } from '../command.ts'
import { requirePlatformAdmin } from '../identity/index.ts'
import { recordDeed } from '../record-deed.ts'
import type { AddressReport } from './ports.ts'
import { putStep, type StepRow } from './queries.ts'
import type { FirstHourRoom } from './room.ts'

/**
 * Asks the server's own public address as its clients do: over the network, because somebody said
 * so. Throws Forbidden, Conflict where no setting says which it is.
 */
export async function tryAddress(
  room: FirstHourRoom,
  cmd: Command,
): Promise<AddressReport & { atMs: number }> {
  requirePlatformAdmin(cmd.principal)
  const { baseUrl, checkAddress } = room.house
  if (baseUrl === null) throw notSet('KONTOR_BASE_URL')
  const report = await checkAddress()
  const ok = report.findings.every(({ level }) => level !== 'error')
  const atMs = await remember(room, cmd, { step: 'address', ok, said: { ...report } })
  return { ...report, atMs }
}

/** Sends a letter to whoever asks. Throws Forbidden, Conflict where mail is not set. */
export async function tryMail(
  room: FirstHourRoom,
  cmd: Command,
): Promise<{ ok: boolean; said: string; to: string }> {
  const { principal } = cmd
  requirePlatformAdmin(principal)
  const { hasMail, sendTest } = room.house
  if (!hasMail) throw notSet('KONTOR_SMTP_URL')
  const { userId } = principal
  const { email } = room.identity.readPerson(principal, userId)
  const locale = room.mail.chosenLanguage(principal) ?? 'en'
  const { ok, said } = await sendTest({ to: email, locale })
  // What it said may name people: whoever asked is told, and nobody later.
  await remember(room, cmd, { step: 'mail', ok, said: {} })
  return { ok, said, to: email }
}

/** Puts the list aside, or takes it up again. Throws Forbidden. */
export async function putAside(room: FirstHourRoom, cmd: Command, isAside: boolean): Promise<void> {
  requirePlatformAdmin(cmd.principal)
  await remember(room, cmd, { step: 'aside', ok: isAside, said: {} })
}

function remember(
  { clock }: FirstHourRoom,
  cmd: Command,
  row: Omit<StepRow, 'atMs'>,
): Promise<number> {
  const atMs = clock.nowMs()
  return cmd.write((tx) => {
    putStep(tx, { ...row, atMs })
    recordDeed(tx, cmd, {
      atMs,
      tenantId: null,
      action: row.step === 'aside' ? 'first_hour.put_aside' : 'first_hour.tried',
      subject: { type: 'first_hour', id: row.step },
      details: { ok: row.ok },
    })
    return atMs
  })
}

function notSet(setting: string): Conflict {
  const message = `${setting} is not set: there is nothing to try.`
  return new Conflict({ reason: 'not_set', message, facts: { setting } })
}
