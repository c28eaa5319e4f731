// A facilitator on this machine, honest unless told otherwise, and a client of x402's own making.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { x402Client, x402HTTPClient } from '@x402/core/client'
import { PaymentPayloadV2Schema, PaymentRequirementsV2Schema } from '@x402/core/schemas'
import type { PaymentRequirements } from '@x402/core/types'

export type Deed = 'verify' | 'settle'
export type Asked = { deed: Deed; payload: Authorised; requirements: PaymentRequirements }
type Authorised = { nonce: string; value: string; signature: string }
type Answers = (asked: Asked, honest: () => object) => unknown

export type FakeFacilitator = {
  url: string
  /** What was asked, in order. */
  asked: Asked[]
  /** Moved on the chain, by nonce. */
  moved: Map<string, { transaction: string; amount: string }>
  /** Says something else than the truth from now on; undefined never answers. */
  answerWith(answers: Answers | undefined): void
  [Symbol.asyncDispose](): Promise<void>
}

const walletKey = 'the wallet of a test'
export const payer = '0x857b06519e91e3a54538791bdbb0e22373e36b66'

function signatureOf(nonce: string, value: string): string {
  return createHmac('sha256', walletKey).update(`${nonce} ${value}`).digest('hex')
}

/** Checks signatures and amounts, moves each authorisation once, and keeps x402's schemas. */
export async function openFakeFacilitator(): Promise<FakeFacilitator> {
  const asked: Asked[] = []
  const moved: FakeFacilitator['moved'] = new Map()
  let answers: Answers | undefined
  const server = createServer((request, response) => {
    void serve(request, response).catch((error) => response.destroy(error))
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request))
    const deed = request.url?.slice(1) as Deed
    const { payload } = PaymentPayloadV2Schema.parse(body.paymentPayload)
    const requirements = PaymentRequirementsV2Schema.parse(body.paymentRequirements)
    const one = { deed, payload, requirements } as Asked
    asked.push(one)
    const honest = () => honestly(one)
    const answer = answers ? await answers(one, honest) : honest()
    if (answer === undefined) return
    const { status = 200, raw } = answer as { status?: number; raw?: string }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(raw ?? JSON.stringify(answer))
  }

  function honestly({ deed, payload, requirements }: Asked): object {
    const { network, amount } = requirements
    const { nonce, value, signature } = payload
    const known = moved.get(nonce)
    const isGood = signature === signatureOf(nonce, value) && value === amount && !known
    if (deed === 'verify') {
      return isGood ? { isValid: true, payer } : { isValid: false, invalidReason: 'bad_signature' }
    }
    if (!isGood) return { success: false, errorReason: 'nonce_used', transaction: '', network }
    const transaction = `0x${signature.toUpperCase()}`
    moved.set(nonce, { transaction, amount })
    return { success: true, transaction, network, payer }
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    moved,
    answerWith(next) {
      answers = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<unknown>((done) => server.close(done))
    },
  }
}

let nonces = 0

/** The client of `@x402/core`, with a wallet that signs as the facilitator above checks. */
export function payingClient(): x402HTTPClient {
  const wallet = {
    scheme: 'exact',
    async createPaymentPayload(x402Version: number, { amount }: PaymentRequirements) {
      nonces += 1
      const nonce = `0x${String(nonces).padStart(64, '0')}`
      const authorisation = { nonce, value: amount, signature: signatureOf(nonce, amount) }
      return { x402Version, payload: authorisation }
    },
  }
  const client = new x402Client().register('eip155:8453', wallet).setSpendControls(false)
  return new x402HTTPClient(client)
}
