/**
 * Mail: letters to people, where a server for mail is set. Without one nothing is sent, and codes
 * are handed over by whoever made them.
 *
 * Owns the table notification_choice: what a person wants to be told of by mail, at once or as one
 * letter a day, and in which language. A letter is a job of the outbox, written in the transaction
 * of what causes it, sealed, and tried again for a day.
 * Of what is off the market who answers for its tenant is told without having asked for it, of
 * files once an hour at most.
 * Nobody is sent what their role may not see at that moment. What people wrote goes into letters as
 * text on one line, never as markup, a header or a link.
 * Refuses: keys, which are nobody (Forbidden).
 */
import { bind } from '../../base/bind.ts'
import type { UserId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import { changeChoices, chosenLanguage, readChoices } from './choices.ts'
import { invitationLetter, movedLetter, resetLetter, verificationLetter } from './compose.ts'
import { localeOf } from './locale-of.ts'
import { post, sendPosted } from './post.ts'
import type { MailDeps, MailRoom } from './room.ts'
import { tellManagers } from './tell-managers.ts'
import { tellAtOnce, tellDaily } from './tell-people.ts'
import { personOfLink, unsubscribe } from './unsubscribe.ts'

export type Mail = ReturnType<typeof openMail>

type ToPerson = {
  readonly email: string
  readonly tenantId: string
  readonly spoken: string | undefined
}
type Coded = ToPerson & { readonly code: string; readonly expiresAtMs: number }

export function openMail({ secrets, ...deps }: MailDeps) {
  const room: MailRoom = {
    ...deps,
    sealKey: () => secrets.derive('letter'),
    linkKey: secrets.signing('unsubscribe'),
  }
  return {
    ...bind(room, {
      readChoices,
      changeChoices,
      chosenLanguage,
      tellAtOnce,
      tellDaily,
      tellManagers,
      unsubscribe,
      isUnsubscribeLink: (inside: MailRoom, token: string) =>
        personOfLink(inside, token) !== undefined,
    }),
    isSet: deps.mailer !== undefined,

    /** In the transaction that makes the code. In the language of whoever invites. */
    postInvitation(tx: Tx, invitation: Coded & { house: string; by: UserId }) {
      const { email, house, by, spoken, ...coded } = invitation
      const url = `${deps.baseUrl()}/console/join?code=${encodeURIComponent(coded.code)}`
      const locale = localeOf(room, { userId: by, spoken })
      const letter = invitationLetter({ to: email, house, url, locale, ...coded })
      post(room, tx, { letter, subjectId: by, tenantId: coded.tenantId })
    },

    postReset(tx: Tx, { email, userId, spoken, ...coded }: Coded & { userId: UserId }) {
      const url = `${deps.baseUrl()}/console/reset?code=${encodeURIComponent(coded.code)}`
      const locale = localeOf(room, { userId, spoken })
      const letter = resetLetter({ to: email, url, locale, ...coded })
      post(room, tx, { letter, subjectId: userId, tenantId: coded.tenantId })
    },

    /** To the address that is to be verified. */
    postVerification(tx: Tx, { email, userId, spoken, ...coded }: Coded & { userId: UserId }) {
      const url = `${deps.baseUrl()}/console/confirm-email?code=${encodeURIComponent(coded.code)}`
      const letter = verificationLetter({
        to: email,
        url,
        locale: localeOf(room, { userId, spoken }),
        ...coded,
      })
      post(room, tx, { letter, subjectId: userId, tenantId: coded.tenantId })
    },

    /** To an address that was left: whoever reads it may be the one it was taken from. */
    postMoved(tx: Tx, { email, userId, tenantId, spoken }: ToPerson & { userId: UserId }) {
      const locale = localeOf(room, { userId, spoken })
      const letter = movedLetter({ to: email, locale, url: deps.baseUrl() })
      post(room, tx, { letter, subjectId: userId, tenantId })
    },

    /** For the runner of jobs. */
    sendPosted: (
      attempt: Parameters<typeof sendPosted>[1],
      payload: Parameters<typeof sendPosted>[2],
    ) => sendPosted(room, attempt, payload),
  }
}

export { type Choices, mailTimes } from './choices.ts'
export { testLetter } from './compose.ts'
export type { Mailer } from './ports.ts'
export { type Locale, locales } from './texts/locales.ts'
