// A program that wants to be let in to MCP, step by step, and the person who lets it in.
import { createHash, randomBytes } from 'node:crypto'
import type { OAuthClientProvider } from '@modelcontextprotocol/client'
import * as assert from 'uvu/assert'
import type { BrowserPage } from './browser-page.ts'
import type { Answer, TestApp } from './open-test-app.ts'

type App = Pick<TestApp, 'call' | 'url'>

export const redirectUri = 'http://127.0.0.1:9/callback'
const budget = { monthly_budget_credits: 1_000 }

export type Program = {
  clientId: string
  verifier: string
  /** What it sends somebody here with. */
  asked: Record<string, string>
}

export async function register(app: App, extra: object = {}): Promise<Answer> {
  const body = { client_name: 'Assistant', redirect_uris: [redirectUri], ...extra }
  return app.call('POST', '/oauth/register', { body })
}

export async function openProgram(app: App, extra: object = {}): Promise<Program> {
  const { status, body } = await register(app, extra)
  assert.is(status, 201, JSON.stringify(body))
  const verifier = randomBytes(32).toString('base64url')
  return {
    clientId: body.client_id,
    verifier,
    asked: {
      client_id: body.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'its own',
      resource: `${app.url}/mcp`,
    },
  }
}

/** The address to which the browser goes after a yes. */
export async function approve(
  page: Pick<BrowserPage, 'call'>,
  asked: Record<string, unknown>,
): Promise<URL> {
  const body = { ...budget, ...asked }
  const answer = await page.call('POST', '/v1/oauth/authorization', { body })
  assert.is(answer.status, 200, JSON.stringify(answer.body))
  return new URL(answer.body.data.redirect_to)
}

export function form(app: App, path: string, fields: Record<string, string>): Promise<Answer> {
  return app.call('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
}

/** What a code is shown with that all is right with. */
export function codeForm({ clientId, verifier, asked }: Program, at: URL): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code: at.searchParams.get('code') ?? '',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource: asked.resource ?? '',
  }
}

export type Tokens = { access_token: string; refresh_token: string; expires_in: number }

/** A program that somebody let in. */
export async function letIn(
  app: App,
  page: Pick<BrowserPage, 'call'>,
  extra: object = {},
): Promise<Program & { tokens: Tokens }> {
  const program = await openProgram(app)
  const at = await approve(page, { ...program.asked, ...extra })
  const { status, body } = await form(app, '/oauth/token', codeForm(program, at))
  assert.is(status, 200, JSON.stringify(body))
  return { ...program, tokens: body }
}

export function refresh(app: App, { clientId }: Pick<Program, 'clientId'>, token: string) {
  const fields = { grant_type: 'refresh_token', refresh_token: token, client_id: clientId }
  return form(app, '/oauth/token', fields)
}

/** What a client of the official library keeps, and the browser that it opens. */
export function remembering(open: (at: URL) => void): OAuthClientProvider {
  const kept: Record<string, unknown> = {}
  const keep = (name: string) => (value: unknown) => {
    kept[name] = value
  }
  return {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Assistant', redirect_uris: [redirectUri] },
    clientInformation: () => kept.client as never,
    saveClientInformation: keep('client'),
    tokens: () => kept.tokens as never,
    saveTokens: keep('tokens'),
    codeVerifier: () => kept.verifier as string,
    saveCodeVerifier: keep('verifier'),
    discoveryState: () => kept.discovery as never,
    saveDiscoveryState: keep('discovery'),
    redirectToAuthorization: open,
  }
}
