import module, { registerHooks, syncBuiltinESMExports } from 'node:module'
import { networkGlobals, powers } from './powers.ts'

/**
 * The standard modules that a reader of files may still load. All others are refused, so that what
 * Node adds one day is refused, too: sockets and names (net, tls, http, dgram, dns), processes and
 * threads, the inspector, code from strings.
 */
const allowed = new Set(
  (
    'buffer events fs fs/promises module path process stream string_decoder timers ' +
    'timers/promises url util util/types zlib'
  ).split(' '),
)
/**
 * Takes from this process, for good, what reading a file does not need and Node's permissions
 * leave: the network, other processes, threads (which would have permissions of their own), and
 * the right to write that the folder of compiled code needed. Comes after our own program is
 * loaded and before the first byte of a file is read. It is a second wall: readers are JavaScript
 * and WebAssembly, without a way out other than these.
 */
export function confine(): void {
  refuseModules()
  for (const name of networkGlobals) Reflect.deleteProperty(globalThis, name)
  for (const name of powers) Reflect.deleteProperty(process, name)
  const { getBuiltinModule } = process
  const filtered = (id: string) => (isAllowed(id) ? getBuiltinModule(id) : undefined)
  fix(process, { getBuiltinModule: filtered, env: {} })
  const permission = process.permission as unknown as { drop(scope: string): void }
  permission.drop('worker')
  permission.drop('fs.write')
}

class Refused extends Error {
  override readonly name = 'Refused'
}

/** A log module asks whether there is a terminal; the streams of the real `tty` are sockets. */
const noTerminal = { url: 'kontor:no-terminal', source: 'exports.isatty = () => false' }

/** The decoders of sound can work in threads, which they are not asked to: a class of its name. */
const noThreads = { name: '@eshaz/web-worker', url: 'kontor:no-threads' }
const standIns: Record<string, { format: 'commonjs' | 'module'; source: string }> = {
  [noTerminal.url]: { format: 'commonjs', source: noTerminal.source },
  [noThreads.url]: { format: 'module', source: 'export default class {}' },
}

function refuseModules(): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === noThreads.name) return { url: noThreads.url, shortCircuit: true }
      const found = next(specifier, context)
      if (found.url === 'node:tty') return { url: noTerminal.url, shortCircuit: true }
      if (found.url.startsWith('node:')) requireAllowed(found.url)
      return found
    },
    load(url, context, next) {
      const standIn = standIns[url]
      return standIn ? { ...standIn, shortCircuit: true } : next(url, context)
    },
  })
  // A later hook would run before ours and could answer in its place, so there are no more.
  for (const name of ['registerHooks', 'register']) Reflect.deleteProperty(module, name)
  syncBuiltinESMExports()
}

function requireAllowed(id: string): void {
  if (!isAllowed(id)) throw new Refused(`${id} is not for the extraction child`)
}

function isAllowed(id: string): boolean {
  return allowed.has(id.replace(/^node:/, ''))
}

function fix(target: object, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(target, name, { value, writable: false, configurable: false })
  }
}
