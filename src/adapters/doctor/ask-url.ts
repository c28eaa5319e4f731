import type { Finding } from './finding.ts'

const waitMs = 30_000
/** Nobody's id: an answer that has it was given it on the way. */
const probeId = 'doctor-probe'

type Asked = {
  url: string
  /** What the settings say that it is. */
  baseUrl: string | undefined
}

/** Asks the server as its clients do, and compares what comes with what it says of itself. */
export async function urlFindings({ url, baseUrl }: Asked): Promise<Finding[]> {
  const address = url.replace(/\/+$/, '')
  try {
    return [
      ...(await requestIdFindings(address)),
      ...(await baseUrlFindings(address)),
      ...(baseUrl !== undefined && baseUrl !== address
        ? [otherSetting({ address, named: baseUrl })]
        : []),
    ]
  } catch (error) {
    const { message, cause } = error as Error
    const why = cause instanceof Error ? cause.message : message
    const remedy = 'Start the server, and look at the proxy, the firewall and the certificate.'
    return [{ ...isUrl('error'), message: `${address} does not answer: ${why}`, remedy }]
  }
}

const isUrl = (level: Finding['level']) => ({ check: 'url', level })

/** The id in the header is the server's own, as it stands in the body. */
async function requestIdFindings(address: string): Promise<Finding[]> {
  const headers = { 'x-request-id': probeId }
  const answer = await fetch(`${address}/v1/me`, { headers, signal: AbortSignal.timeout(waitMs) })
  const body = (await answer.json().catch(() => ({}))) as { request_id?: string }
  if (body.request_id === undefined) {
    const message = `${address}/v1/me answers ${answer.status}, and not as Kontor does.`
    return [{ ...isUrl('error'), message, remedy: 'Have the proxy pass every path on as it is.' }]
  }
  const shown = answer.headers.get('x-request-id')
  if (shown === body.request_id) return []
  return [
    {
      ...isUrl('warning'),
      message: `x-request-id is ${shown ?? 'taken away'} on the way, the server said otherwise.`,
      remedy: 'Have the proxy pass x-request-id through and never set it.',
    },
  ]
}

/** Links in answers start with the base URL: elsewhere they lead nowhere. */
async function baseUrlFindings(address: string): Promise<Finding[]> {
  const answer = await fetch(`${address}/openapi/b.json`, { signal: AbortSignal.timeout(waitMs) })
  const document = (await answer.json()) as { servers?: { url: string }[] }
  const named = document.servers?.[0]?.url
  if (named === undefined || named === address) return []
  return [otherSetting({ address, named })]
}

function otherSetting({ address, named }: { address: string; named: string }): Finding {
  return {
    ...isUrl('error'),
    message: `Links start with ${named}, clients come by ${address}.`,
    remedy: `Set KONTOR_BASE_URL=${address} and restart the server.`,
  }
}
