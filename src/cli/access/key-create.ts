import { SCOPES, type Scope } from '../../domain/identity/index.ts'
import { type FolderCommand, requireOption, UsageError } from '../command.ts'
import { askKeyCreate } from '../market/ask-keys.ts'

/** Makes an API key for a tenant; the secret is shown this once. */
export const keyCreate: FolderCommand = {
  name: 'key create',
  use: 'write',
  summary: 'make an API key for a tenant',
  examples: [
    'kontor key create --tenant "Ada Ltd" --name agent',
    'kontor key create --tenant tnt_… --name import --scopes datasets:write,objects:write',
  ],
  operand: 'tenant',
  options: {
    tenant: { type: 'string', help: 'id or name', value: '<tenant>' },
    name: { type: 'string', help: 'what the key is for' },
    scopes: { type: 'string', help: `some of ${SCOPES.join(' ')}`, value: '<a,b>' },
  },
  ask: askKeyCreate,
  async act(app, values) {
    const tenant = app.rooms.identity.tenantNamed(requireOption(values, 'tenant'))
    const name = requireOption(values, 'name')
    const scopes = typeof values.scopes === 'string' ? scopesOf(values.scopes) : undefined
    const key = await app.rooms.identity.createKeyFor({ tenantId: tenant.tenantId, name, scopes })
    return {
      lines: [
        `Key ${key.apiKeyId} for ${tenant.name}, with ${key.scopes.join(', ')}:`,
        `  ${key.key}`,
        'It is shown this once. Send it as x-api-key or as Authorization: Bearer.',
      ],
      data: {
        api_key_id: key.apiKeyId,
        tenant_id: tenant.tenantId,
        name,
        scopes: key.scopes,
        key: key.key,
      },
    }
  },
}

function scopesOf(text: string): Scope[] {
  return text.split(',').map((word) => {
    const scope = SCOPES.find((known) => known === word.trim())
    if (scope) return scope
    throw new UsageError(`--scopes: there is no scope '${word}'. Known: ${SCOPES.join(' ')}`)
  })
}
