import { type Cents, cents } from '../../base/money.ts'

const minuteMs = 60 * 1000
const dayMs = 24 * 60 * minuteMs

/** Spec 5.2.3 and 8. */
export const sessionLifetimeMs = 7 * dayMs
/** How exact it is when a session was last used; its idle time is counted from there. */
export const sessionUsedStepMs = 5 * minuteMs
/** Of what a program calls itself so many characters are kept. */
export const userAgentLengthMax = 300
/** Expired sessions that one login, or one transaction of the upkeep, sweeps away at most. */
export const sessionSweepMax = 100

/** Our choice: time for a person at a provider, its second factor included. */
export const ssoFlowLifetimeMs = 15 * minuteMs
/** Log-ins under way: more at once are somebody who only begins them. */
export const ssoFlowsMax = 10_000
export const ssoFlowSweepMax = 100
/** What a provider remembers of somebody so long ago is good for a log-in: it is to say when. */
export const ssoSeenMaxMs = 365 * dayMs
/** A message that a log-out was is no older than five minutes: so long it is known again. */
export const ssoLogoutKeptMs = 15 * minuteMs
/** When a provider that did not answer is asked again. */
export const ssoAskAgainMs = 5 * minuteMs
/** Sessions that are read at once; they are asked about one after the other. */
export const ssoRefreshSliceMax = 100
/** Our choice: as long as the operator needs who has to get in without the provider. */
export const passwordPassMaxHours = 24

/** Our choice: a day to set another password by a link that an administrator hands over. */
export const resetLinkLifetimeMs = dayMs

/** Our choice: so long whoever is logged in is taken for who it is. */
export const confirmationLifetimeMs = 10 * minuteMs
/** Our choice: time to take out a telephone, or to touch a key. */
export const challengeLifetimeMs = 5 * minuteMs
/** Log-ins by a passkey that are begun: more at once are somebody who only begins them. */
export const challengesMax = 10_000
/** Of one kind that one person has open. */
export const challengesOfPersonMax = 20
export const challengeSweepMax = 100
/** Wrong answers to one question of a log-in; then it begins again. */
export const challengeFailuresMax = 5
/** Wrong codes of one person in a quarter of an hour: of a million, three are right at a time. */
export const totpFailuresMax = 10
export const totpWindowMs = 15 * minuteMs
export const passkeysMax = 20
export const recoveryCodesMade = 10

/** Spec 5.2.9 leaves the rule open: our choice. Counted in characters, not bytes. */
export const passwordLengthMin = 12
export const passwordLengthMax = 128
/** Passwords that are being hashed at the same time: each takes 32 MiB and one thread. */
export const passwordHashesAtOnce = 2
/** Further ones that wait; more are refused as saturated. */
export const passwordHashesWaitingMax = 64

/** Our choice: half a year in which a device that has logged in is known. */
export const deviceLifetimeMs = 180 * dayMs
/** Numbers of failed logins, since the last login, of which the audit log tells. */
export const failedLoginsTold: readonly number[] = [10, 100, 1_000, 10_000, 100_000]
/** Failed logins that wait to be counted; beyond that one goes uncounted. */
export const failedLoginsWaitingMax = 1_000

export const emailLengthMax = 254
export const nameLengthMax = 100

/** Keys that a key comes from at most: each is asked for its limits with every request. */
export const keyAncestorsMax = 8
/** Datasets in one key's list. */
export const keyDatasetsMax = 1000
export const keyRatePerMinuteMax = 100_000
export const keyBudgetMaxCredits: Cents = cents(1_000_000_000)
/** `last_used_at` is exact to this. */
export const lastUsedStepMs = minuteMs
/** Keys and sessions whose use waits to be written down; beyond that a use goes unrecorded. */
export const lastUsedWaitingMax = 10_000

/** Our choice: a week to answer an invitation unless it says otherwise, a month at most. */
export const invitationLifetimeMs = 7 * dayMs
export const invitationLifetimeMaxMs = 31 * dayMs
/** Invitations of one tenant that may still be used. */
export const invitationsOpenMax = 100

/** A code that somebody asked for by mail, and when the next one is sent to the same address. */
export const resetByMailMs = 3_600_000
/** Whoever changes an address, or signed up, need not be at it at once. */
export const emailCodeMs = 7 * 24 * 3_600_000
export const resetAgainMs = 5 * 60_000

/** Our choice: an access token lies in the memory of many programs, so it counts for an hour. */
export const accessTokenMs = 3_600_000
/** A program that nobody opens for two months is asked for anew. */
export const refreshTokenMs = 60 * dayMs
/**
 * Our choice: for so long the one that was just used is answered as before. Clients of the official
 * library ask once for each call that is under way when an hour is over.
 */
export const refreshAgainMs = 10_000
/** OAuth 2.1, 4.1.2: at most ten minutes; the program is there at once. */
export const oauthCodeMs = minuteMs
/** For so long a second use is told from a code that never was. */
export const oauthCodeKeptMs = dayMs
export const oauthCodesMax = 10_000
/** Registered programs where no setting says it. The oldest that nobody let in makes room. */
export const oauthClientsMax = 10_000
/** Whom nobody let in for so long is forgotten; within the quarter of an hour nobody is. */
export const oauthClientUnusedMs = dayMs
export const oauthClientNewMs = 15 * minuteMs
export const oauthSweepMax = 100
/** A document about a program is not read again for so long; one that does not count, for less. */
export const documentKeptMs = 3_600_000
export const documentRefusedMs = minuteMs
/** Whoever comes has this server ask: so often within a minute, whoever they are. */
export const documentsPerWindow = 60
export const documentWindowMs = minuteMs
/** Earlier connections of a program that somebody is shown who lets it in again. */
export const earlierShownMax = 20
export const redirectUrisMax = 10
export const redirectUriLengthMax = 500
