import { computed, signal } from '@preact/signals'
import type { Input, Reply } from '../../client/index.ts'
import { kontor, prefix, sessionEnded, shown } from '../api/kontor.ts'
import { askAgain } from '../api/resource.ts'
import { locale, type Offered, preferredLocale, setLocale, speak, t } from '../i18n/index.ts'
import { announce, forget } from './announce.tsx'

/** What the server says to a browser that comes; the token stays in a cookie no script can read. */
export type Entrance = Reply<'getBrowserSession'>

export const entrance = signal<Entrance | undefined>(undefined)
export const me = computed(() => entrance.value?.session ?? null)
export const user = computed(() => me.value?.user)

/** Whether whoever is logged in has a scope, by one of their roles. */
export function may(scope: string): boolean {
  return me.value?.scopes.includes(scope as never) ?? false
}

export const isOperator = computed(() => user.value?.is_platform_admin ?? false)

/**
 * Whoever came in is spoken to in the language of the account, unless this browser has its own.
 * Somebody else than before begins with a new window, and does not see what the first one did.
 */
export async function askWhoIsThere(): Promise<void> {
  const found = await kontor.getBrowserSession()
  await admit(found.session?.user?.user_id)
  await speak(preferredLocale(found.locale))
  entrance.value = found
}

async function admit(userId: string | undefined): Promise<void> {
  const before = shown.peek()
  if (userId === undefined || userId === before) return
  if (before !== undefined) {
    location.reload()
    // Nothing goes on here in the name of the one before.
    await new Promise(() => {})
  }
  shown.value = userId
  windows.postMessage(userId)
}

/** All windows of a browser have one cookie, and tell each other who came or went. */
const windows = new BroadcastChannel(`kontor-session${prefix}`)

export function watchWindows(): void {
  windows.onmessage = ({ data }) => heed(data as string | undefined)
  addEventListener('focus', look)
  addEventListener('visibilitychange', look)
}

function heed(userId: string | undefined): void {
  if (userId !== user.peek()?.user_id) void askWhoIsThere().catch(() => {})
}

/** What was put aside may have heard nothing. Who is merely there no more loses nothing by it. */
async function look(): Promise<void> {
  const { session } = await kontor.getBrowserSession().catch(() => ({ session: null }))
  if (session?.user) heed(session.user.user_id)
}

/** In this browser, and for the account: other browsers, and letters. */
export async function chooseLocale(wanted: Offered): Promise<void> {
  try {
    await setLocale(wanted)
  } catch {
    announce(t().states.missing, 'bad')
    return speak(locale.peek())
  }
  // Where it cannot be kept, this browser still knows.
  if (me.peek()) await kontor.changeNotifications({ locale: wanted }).catch(() => undefined)
}

/** Says that this browser was here before: strangers who try passwords do not slow it down. */
const deviceKey = `kontor.device${prefix}`

export async function logIn(given: Input<'openBrowserSession'>): Promise<void> {
  await leaving
  const device = localStorage.getItem(deviceKey)
  const known = device === null ? {} : { device_token: device }
  await comeIn(await kontor.openBrowserSession({ ...given, ...known }))
}

/** For who has a second factor: the password was right, and this is the other half. */
export async function answerSignIn(given: Input<'answerBrowserSignIn'>): Promise<void> {
  await comeIn(await kontor.answerBrowserSignIn(given))
}

async function comeIn(opened: Reply<'openBrowserSession'>): Promise<void> {
  localStorage.setItem(deviceKey, opened.device_token)
  await askWhoIsThere()
  sessionEnded.value = 0
  askAgain()
}

/** After a log-in by a provider, the browser goes there to end it as well. */
export function logOut(): Promise<void> {
  leaving = leave()
  return leaving
}

/** What ends one session must not meet the next one, or tell of it. */
let leaving: Promise<void> | undefined

async function leave(): Promise<void> {
  // First the house closes, so that nobody in it asks for anything any more.
  const before = entrance.peek()
  if (before) entrance.value = { ...before, session: null }
  forget()
  const ended = await kontor.endBrowserSession().catch(() => ({ continue_at: null }))
  windows.postMessage(undefined)
  if (ended.continue_at !== null) location.assign(ended.continue_at)
  else await askWhoIsThere()
}
