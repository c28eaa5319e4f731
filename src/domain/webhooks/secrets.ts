import { createHmac, randomBytes } from 'node:crypto'
import { seal, unseal } from '../../base/sealed.ts'
import type { Secrets } from '../../base/secrets.ts'

export type WebhookSecrets = ReturnType<typeof openWebhookSecrets>
export type Signed = { readonly id: string; readonly atSeconds: number; readonly body: string }

const prefix = 'whsec_'
const secretBytes = 32

/** Secrets lie sealed: what is signed with cannot be a hash. */
export function openWebhookSecrets(secrets: Secrets) {
  const key = () => secrets.derive('webhook-secret')
  return {
    make(): { text: string; sealed: Buffer } {
      const bytes = randomBytes(secretBytes)
      return { text: `${prefix}${bytes.toString('base64')}`, sealed: seal(key(), bytes) }
    },
    /** One signature for each secret (Standard Webhooks). Throws for another master key. */
    sign: (sealed: readonly Buffer[], message: Signed): string =>
      sealed.map((one) => signature(unseal(key(), one), message)).join(' '),
  }
}

function signature(secret: Buffer, { id, atSeconds, body }: Signed): string {
  const mac = createHmac('sha256', secret).update(`${id}.${atSeconds}.${body}`, 'utf8')
  return `v1,${mac.digest('base64')}`
}
