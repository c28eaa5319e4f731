import { Forbidden, NotOffered } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import { seal, unseal } from '../../../base/sealed.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { AnonymousCommand, Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import { emailCodeMs, resetAgainMs } from '../limits.ts'
import { deleteReset } from '../people/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { requirePasswordLogin } from '../sso/password-off.ts'
import { normaliseEmail } from './email.ts'
import { requireFreeEmail } from './make-account.ts'
import { findMembership, findUser, markVerified, updateEmail } from './queries.ts'

/** What a code says; it is sealed, so that none has to be kept. `to` is another address, or not. */
type Said = {
  readonly userId: UserId
  readonly from: string
  readonly to: string
  readonly untilMs: number
}

/** Whoever was written to lately is forgotten when there are so many. */
const rememberedMax = 10_000

/**
 * Has a letter sent to one's own address, or to the one that is to take its place, whose code
 * shows that it is read. Throws Forbidden for a key and for domains that log in elsewhere,
 * NotOffered where no mail is set, InvalidInput and Conflict for the new address.
 */
export function sendEmailCode(
  room: IdentityRoom,
  cmd: Command,
  { email }: { readonly email?: string | undefined } = {},
): Promise<void> {
  const { principal } = cmd
  requireSession(principal)
  const { userId } = principal
  requireMail(room)
  const wanted = email === undefined ? undefined : normaliseEmail(email)
  if (wanted !== undefined) requirePasswordLogin(room, room.store.db, wanted)
  return cmd.write((tx) => {
    const user = findUser(tx, userId)
    const to = wanted ?? user?.email
    if (!user || to === undefined) return
    if (to !== user.email) requireMayMove(room, tx, { from: user.email, to })
    else if (user.emailVerifiedAt !== null) return
    postEmailCode(room, tx, { userId, from: user.email, to, spoken: cmd.spoken })
    if (to === user.email) return
    recordDeed(tx, cmd, {
      atMs: room.clock.nowMs(),
      tenantId: principal.tenantId,
      action: 'user.email_change_requested',
      subject: { type: 'user', id: userId },
    })
  })
}

type Welcome = { userId: UserId; email: string; spoken: string | undefined }

/** For who signs up, where mail is set: the letter comes by itself. */
export function welcomeByMail(room: IdentityRoom, tx: Tx, { email, ...to }: Welcome): void {
  postEmailCode(room, tx, { ...to, from: email, to: email })
}

/**
 * The address of a code is read by the person whose account it is; another one takes the place of
 * the old, unless one was verified, or the password changed, since the letter was written. Throws
 * Forbidden for a code that
 * is not good (any more), Conflict where somebody else has the address by now. The same code again
 * changes nothing. Where mail is set, the old address is told.
 */
export function verifyEmail(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  { code }: { readonly code: string },
): Promise<{ userId: UserId; email: string }> {
  const { userId, from, to, untilMs } = readCode(room, code)
  return cmd.write((tx) => {
    const user = findUser(tx, userId)
    const tenantId = findMembership(tx, userId)?.tenantId
    const atMs = room.clock.nowMs()
    const isOver = untilMs <= atMs || tenantId === undefined
    if (!user || isOver || (user.email !== from && user.email !== to)) throw badCode()
    if (user.email === to && user.emailVerifiedAt !== null) return { userId, email: to }
    if (user.email !== to) {
      // Who has moved on since is not brought back by an old letter, least of all by its reader;
      // and who knew a password that was changed since asked for nothing any more.
      const movedOnMs = Math.max(user.emailVerifiedAt ?? 0, user.passwordChangedAt)
      if (movedOnMs > untilMs - emailCodeMs) throw badCode()
      requireMayMove(room, tx, { from: user.email, to })
      updateEmail(tx, userId, to)
      // What was sent to the old address opens nothing any more.
      deleteReset(tx, userId)
      const { spoken } = cmd
      room.letters?.moved(tx, { email: user.email, userId, tenantId, spoken })
    }
    markVerified(tx, userId, atMs)
    recordAudit(tx, {
      atMs,
      tenantId,
      actor: { type: 'user', id: userId },
      action: user.email === to ? 'user.email_verified' : 'user.email_changed',
      subject: { type: 'user', id: userId },
      requestId: cmd.requestId,
    })
    return { userId, email: to }
  })
}

/** A domain that logs in elsewhere is not left for one that has passwords. */
function requireMayMove(room: IdentityRoom, db: Db, move: { from: string; to: string }): void {
  requirePasswordLogin(room, db, move.from)
  requireFreeEmail(db, move.to)
}

type Asked = Pick<Said, 'userId' | 'from' | 'to'> & { spoken: string | undefined }

function postEmailCode(room: IdentityRoom, tx: Tx, { spoken, ...asked }: Asked): void {
  const nowMs = room.clock.nowMs()
  const { userId, to } = asked
  // Nobody fills a mailbox.
  if ((room.emailCodes.get(`${userId} ${to}`) ?? 0) > nowMs - resetAgainMs) return
  if (room.emailCodes.size >= rememberedMax) room.emailCodes.clear()
  room.emailCodes.set(`${userId} ${to}`, nowMs)
  const untilMs = nowMs + emailCodeMs
  const text = JSON.stringify({ ...asked, untilMs } satisfies Said)
  const code = seal(room.emailKey.current(), Buffer.from(text, 'utf8')).toString('base64url')
  const tenantId = findMembership(tx, userId)?.tenantId
  if (!tenantId) return
  const coded = { email: to, userId, tenantId, code, expiresAtMs: untilMs, spoken }
  room.letters?.verification(tx, coded)
}

/** One of before a rotation is read until the overlap ends; none is good for longer than a week. */
function readCode({ clock, emailKey }: IdentityRoom, code: string): Said {
  const sealed = Buffer.from(code.trim(), 'base64url')
  for (const key of emailKey.accepted()) {
    const said = openedWith(key, sealed)
    if (said && said.untilMs <= clock.nowMs() + emailCodeMs) return said
  }
  throw badCode()
}

function openedWith(key: Buffer, sealed: Buffer): Said | undefined {
  try {
    return JSON.parse(unseal(key, sealed).toString('utf8')) as Said
  } catch {
    return undefined
  }
}

function badCode(): Forbidden {
  return new Forbidden({
    reason: 'email_code_invalid',
    message: 'This code is not valid (any more). Have another one sent.',
  })
}

function requireMail({ letters }: IdentityRoom): void {
  if (letters?.isSet()) return
  throw new NotOffered('This installation sends no mail.')
}
