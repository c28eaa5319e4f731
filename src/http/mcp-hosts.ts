import type { Context } from 'koa'
import { Forbidden } from '../base/errors.ts'
import type { HttpDeps, HttpSettings } from './deps.ts'

export const mcpPath = '/mcp'

/**
 * Keeps web pages away from MCP that have no business there. A page can have its own name point
 * to this server (DNS rebinding): its requests then carry that name as Host, or its address as
 * Origin. A program sends no Origin. (our choice: Host is that of the base URL, a loopback one,
 * or listed; Origin is absent, that of the base URL, or listed, and a loopback one only where the
 * server itself is on loopback)
 */
export function mcpHosts({ settings }: HttpDeps) {
  return async (ctx: Context, next: () => Promise<unknown>) => {
    if (ctx.path === mcpPath) {
      ctx.state.route = mcpPath
      requireHost(ctx, settings)
      requireOrigin(ctx, settings)
    }
    await next()
  }
}

function requireHost(ctx: Context, { baseUrl, allowedHosts }: HttpSettings): void {
  const name = hostNameOf(ctx.get('host'))
  const listed = allowedHosts.map((host) => host.toLowerCase())
  if (name !== undefined && [hostOf(baseUrl()), ...listed].includes(name)) return
  if (name !== undefined && isLoopback(name)) return
  throw new Forbidden({
    reason: 'host',
    message: 'This host name is not known here. The operator can list it in KONTOR_ALLOWED_HOSTS.',
  })
}

function requireOrigin(ctx: Context, { baseUrl, allowedOrigins }: HttpSettings): void {
  const origin = ctx.get('origin')
  if (origin === '') return
  const listed = [baseUrl(), ...allowedOrigins].map((address) => new URL(address).origin)
  if (listed.includes(origin)) return
  if (isLoopback(hostOf(baseUrl())) && URL.canParse(origin) && isLoopback(hostOf(origin))) return
  throw new Forbidden({
    reason: 'origin',
    message:
      'Pages of this origin are not served. The operator can list it in KONTOR_ALLOWED_ORIGINS.',
  })
}

function hostOf(address: string): string {
  return new URL(address).hostname
}

/** The name in a Host header, without its port; undefined for anything that is not one. */
function hostNameOf(header: string): string | undefined {
  const address = `http://${header}`
  if (!/^[^\s/?#@\\]+$/.test(header) || !URL.canParse(address)) return undefined
  return hostOf(address)
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)
}
