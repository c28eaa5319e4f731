import type { Management } from '../../client/index.ts'
import { type Asks, requireOption } from '../command.ts'
import { limitOption, listLimits } from '../limit-option.ts'
import { everyPage, oneNamed } from './names.ts'

/** `key create` at a server elsewhere: for the tenant that one logged in for. */
export const askKeyCreate: Asks = async ({ client }, values) => {
  const { scopes } = values
  const made = await client.createApiKey({
    name: requireOption(values, 'name'),
    ...(typeof scopes === 'string' ? { scopes: scopes.split(',') as Scopes } : {}),
  })
  return {
    lines: [
      `Key ${made.api_key_id}, with ${made.scopes.join(', ')}:`,
      `  ${made.key}`,
      'It is shown this once. Send it as x-api-key or as Authorization: Bearer.',
    ],
    data: made,
  }
}

type Scopes = Management.CreateApiKey['scopes']

export const askKeyList: Asks = async ({ client }, values) => {
  const limit = limitOption(values, listLimits)
  const keys = await everyKey(client)
  const lines = keys.slice(0, limit).map(lineOfKey)
  return {
    lines: lines.length === 0 ? ['No keys.'] : lines,
    data: { api_keys: keys.slice(0, limit) },
  }
}

type Listed = Pick<
  Management.ApiKey,
  'api_key_id' | 'name' | 'scopes' | 'last_used_at' | 'revoked_at' | 'application'
>

/** A key in a line; one that a program has says so, and where its answers go. */
export function lineOfKey(key: Listed): string {
  const used = `used ${key.last_used_at ?? 'never'}`
  const state = key.revoked_at === null ? used : `ended ${key.revoked_at}`
  const program = key.application ? `, program at ${key.application.redirect_place}` : ''
  return `${key.api_key_id} ${key.name} (${key.scopes.join(',')}${program}): ${state}`
}

export const askKeyRevoke: Asks = async ({ client }, values) => {
  const live = (await everyKey(client)).filter((key) => key.revoked_at === null)
  const choices = live.map((key) => ({ id: key.api_key_id, name: key.name }))
  const id = oneNamed({ named: requireOption(values, 'key'), what: 'key that works,', choices })
  await client.revokeApiKey({ id })
  return { lines: [`${id} is ended.`], data: { api_key_id: id, revoked: true } }
}

function everyKey(client: Parameters<Asks>[0]['client']) {
  return everyPage(
    (cursor) => client.listApiKeys({ cursor, limit: 100 }),
    (page) => page.api_keys,
  )
}
