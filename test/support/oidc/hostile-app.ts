// An app with providers of the test: two that write their tokens by hand, of which one is honest.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, openTestApp, type Party, type TestApp } from '../open-test-app.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type HostileProvider, openHostileProvider } from './hostile-provider.ts'
import { provider, type Written, writeProviders } from './providers-file.ts'
import { asAnswer, begin, openWanderer, type Wanderer } from './sign-in.ts'

export type HostileApp = {
  app: TestApp
  /** Whose tenant the settings know; there where they were asked for by it. */
  owner: Party | undefined
  hostile: HostileProvider
  [Symbol.asyncDispose](): Promise<void>
}

export async function openHostileApp(
  providers: readonly Written[] | ((tenant: string) => readonly Written[]) = [{ id: 'x' }],
  config: Record<string, unknown> = {},
): Promise<HostileApp> {
  const stack = new AsyncDisposableStack()
  const folder = stack.use(temporaryFolder())
  const hostile = stack.use(await openHostileProvider())
  const dir = join(folder.path, 'data')
  mkdirSync(dir)
  const owner = typeof providers === 'function' ? await settle(dir) : undefined
  const given = typeof providers === 'function' ? providers(owner?.tenantId ?? '') : providers
  const written = given.map((one) => provider({ issuer: hostile.issuer, ...one }))
  const oidcProvidersFile = writeProviders(folder.path, written)
  const app = stack.use(
    await openTestApp({
      dir,
      config: { oidcProvidersFile, ...config },
      parts: { jobs: false, workers: false },
    }),
  )
  return { app, hostile, owner, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** An owner in this folder, before the settings name the tenant. */
async function settle(dir: string): Promise<Party> {
  await using app = await openTestApp({ dir, parts: { jobs: false, workers: false } })
  return await app.signUp('Owner')
}

type Back = {
  by?: string
  browser?: Wanderer
  to?: string
  /** Changes the answer of the provider. */
  change?: (answer: URL) => void
  headers?: Record<string, string>
}

/** Begins, and comes back with a code, as a provider would send it: the nonce is the code. */
export async function comeBack(
  { app }: Pick<HostileApp, 'app'>,
  { by = 'x', browser = openWanderer(), to = '', change, headers = {} }: Back = {},
): Promise<Answer> {
  const asked = await begin(app, { by, browser, to })
  const answer = new URL(`${app.url}/console/oidc/${by}/callback`)
  answer.searchParams.set('state', asked.searchParams.get('state') ?? '')
  answer.searchParams.set('code', asked.searchParams.get('nonce') ?? '')
  change?.(answer)
  return asAnswer(await browser.get(answer.href, headers))
}

/** Somebody of this subject logs in, of whom the provider says this. */
export function logInAs(
  opened: HostileApp,
  { claims, ...back }: { claims: Record<string, unknown> } & Back,
): Promise<Answer> {
  opened.hostile.claims = claims
  return comeBack(opened, back)
}
