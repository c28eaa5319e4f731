// Assets and licences of Surface C, step by step over HTTP.
import type { Answer, Party, TestApp } from './open-test-app.ts'

export const sentences =
  'Heat pumps move heat from the ground into the house. A heat pump needs little power for it. ' +
  'In winter the heat pump works hardest, because the ground is cold and the house needs heat. '

export type Form = {
  file?: string | Uint8Array | undefined
  filename?: string
  type?: string
  name?: string | undefined
  description?: string
  is_public?: string
}

export function uploadAsset(
  app: TestApp,
  { token }: Party,
  part: Form = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { file = sentences.repeat(3), filename = 'pumps.txt', type = 'text/plain', ...rest } = part
  const form = new FormData()
  const fields = { name: 'Heat pumps in old houses', ...rest }
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(name, value)
  }
  if (!('file' in part) || part.file !== undefined) {
    form.set('file', new Blob([file as string], { type }), filename)
  }
  return send(app, { token, form, headers })
}

type Upload = { token: string; form: FormData; headers: Record<string, string> }

async function send(app: TestApp, { token, form, headers }: Upload): Promise<Answer> {
  const sent = new Request('http://x', { method: 'POST', body: form })
  const raw = Buffer.from(await sent.arrayBuffer())
  const type = sent.headers.get('content-type') ?? ''
  return app.call('POST', '/assets', {
    as: token,
    raw,
    headers: { ...headers, 'content-type': type },
  })
}

/** The operator approves, and the content is in the index. */
export async function approveAsset(app: TestApp, owner: Party, assetId: string): Promise<void> {
  const operator = await app.admin()
  const path = `/v1/admin/review/objects/${owner.tenantId}/${assetId}/approve`
  const answer = await app.call('POST', path, { as: operator.token, body: {} })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  await app.settleJobs()
}

export function license(
  app: TestApp,
  { token }: Party,
  terms: { assetId: string; price?: unknown; type?: unknown },
): Promise<Answer> {
  const { assetId, price = 1, type = 'standard' } = terms
  const body = { asset_id: assetId, price, license_type: type }
  return app.call('POST', '/microip', { as: token, body })
}

/** An approved, indexed and licensed asset of somebody's. */
export async function licensedAsset(
  app: TestApp,
  owner: Party,
  terms: { price?: number; type?: string; form?: Form } = {},
): Promise<string> {
  const { body } = await uploadAsset(app, owner, terms.form)
  const { asset_id: assetId } = body
  await approveAsset(app, owner, assetId)
  const licensed = await license(app, owner, { assetId, ...terms })
  if (licensed.status !== 201) throw new Error(JSON.stringify(licensed.body))
  await app.settleJobs()
  return assetId
}

export async function fund(app: TestApp, { token }: Party, amount: number): Promise<void> {
  const body = { amount }
  const { status } = await app.call('POST', '/balance/deposit', { as: token, body })
  if (status !== 200) throw new Error(`the deposit answered ${status}`)
}

export function buy(app: TestApp, { token }: Party, assetId: string): Promise<Answer> {
  return app.call('POST', `/microip/${assetId}/download`, { as: token })
}
