import { setTimeout as delay } from 'node:timers/promises'
import { traceHeaders } from '../../base/trace-context.ts'
import { ChainUnreachable } from '../../domain/chain/ports.ts'
import { boundedText } from '../bounded-text.ts'

/** What the node itself said no to. */
export class RpcRefused extends ChainUnreachable {
  override readonly name = 'RpcRefused'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export type Rpc = <R>(method: string, ...params: unknown[]) => Promise<R>

const timeoutMs = 10_000
const answerMaxBytes = 8 * 1024 * 1024
/** A question that changes nothing is asked again once; a node may be restarting. */
const pauseMs = 200

/** JSON-RPC over HTTP. Throws ChainUnreachable for want of an answer, RpcRefused for a no. */
export function openRpc(url: string): Rpc {
  let last = 0
  return async <R>(method: string, ...params: unknown[]) => {
    last += 1
    const body = JSON.stringify({ jsonrpc: '2.0', id: last, method, params })
    const text = await ask({ url, body }).catch(async () => {
      await delay(pauseMs)
      return ask({ url, body })
    })
    return resultIn<R>(text)
  }
}

async function ask({ url, body }: { url: string; body: string }): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'content-type': 'application/json', ...traceHeaders() },
    })
    const text = await boundedText(response, answerMaxBytes)
    if (!response.ok) throw new ChainUnreachable(`the node answered ${response.status}`)
    return text
  } catch (error) {
    // The address may carry an access key: it is not repeated.
    if (error instanceof ChainUnreachable) throw error
    throw new ChainUnreachable('the node does not answer')
  }
}

/** Whole numbers too long for a JavaScript number come as text. */
function resultIn<R>(text: string): R {
  const quoted = text.replace(/([:[,]\s*)(\d{16,})(?=\s*[,\]}])/g, '$1"$2"')
  let answer: { result?: R; error?: { code?: number; message?: string } }
  try {
    answer = JSON.parse(quoted)
  } catch {
    throw new ChainUnreachable('the answer is not JSON')
  }
  if (answer.error) throw new RpcRefused(answer.error.code ?? 0, answer.error.message ?? 'refused')
  return answer.result as R
}
