import { type RequestOptions, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { socketPath, tenantHeader } from '../control.ts'

type Way = { dataDir: string; tenant: string }

/** `fetch` by the socket in a data folder, for a tenant (id or name). */
export function fetchFromFolder({ dataDir, tenant }: Way): typeof fetch {
  return async (input, { method = 'GET', headers, body } = {}) => {
    const { pathname, search } = new URL(String(input))
    const options: RequestOptions = {
      socketPath: socketPath(dataDir),
      // A connection that is kept would be one to a server that may be gone by the next request.
      agent: false,
      path: `${pathname}${search}`,
      method,
      headers: {
        ...(headers as Record<string, string>),
        [tenantHeader]: encodeURIComponent(tenant),
      },
    }
    return await new Promise<Response>((done, fail) => {
      const call = request(options, (res) => {
        const { statusCode: status = 0, headers: sent } = res
        const told = { status, headers: new Headers(sent as Record<string, string>) }
        buffer(res).then((bytes) => done(new Response(status === 204 ? null : bytes, told)), fail)
      })
      call.once('error', fail).end(body as string | Uint8Array | undefined)
    })
  }
}
