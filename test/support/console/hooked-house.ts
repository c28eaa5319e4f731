import * as assert from 'uvu/assert'
import { openTestApp } from '../open-test-app.ts'

/** A house with a webhook called Accounts, at which nobody listens: a server, and who owns it. */
export async function openHookedHouse() {
  const app = await openTestApp({
    parts: { jobs: false, workers: false },
    config: { webhookAllow: ['127.0.0.1'] },
  })
  await app.admin()
  const owner = await app.signUp('Ada')
  const body = { url: 'http://127.0.0.1:9/hook', description: 'Accounts', types: ['key.created'] }
  const { status } = await app.call('POST', '/v1/webhooks', { as: owner.token, body })
  assert.is(status, 201)
  return { app, owner, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}
