// node --import ./scripts/refuse-network.mjs …: a machine without a network. Every connection beyond
// this machine is refused at the socket, before a name is even looked up, and written into the file
// KONTOR_NETWORK_LOG. All tests: KONTOR_NETWORK=refused scripts/test
import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import net from 'node:net'

const local = /^(localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3}|0\.0\.0\.0|::)$/

function refused(host) {
  const file = process.env.KONTOR_NETWORK_LOG
  if (file) appendFileSync(file, `${process.pid} ${host}\n`)
  return Object.assign(new Error(`connect ENETUNREACH ${host}`), { code: 'ENETUNREACH' })
}

const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function connectHere(...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  const isPath = typeof first === 'string' && Number.isNaN(Number(first))
  const given = first !== null && typeof first === 'object' ? first : { host: second }
  const host = typeof given.host === 'string' ? given.host : 'localhost'
  if (isPath || given.path || local.test(host)) return connect.apply(this, args)
  process.nextTick(() => this.destroy(refused(host)))
  return this
}

const { send } = dgram.Socket.prototype
dgram.Socket.prototype.send = function sendHere(...args) {
  const host = args.findLast((arg) => typeof arg === 'string')
  if (host === undefined || local.test(host)) return send.apply(this, args)
  throw refused(host)
}

for (const name of ['resolve', 'resolve4', 'resolve6']) {
  dns[name] = (host, ...rest) => process.nextTick(rest.at(-1), refused(host))
  dns.promises[name] = (host) => Promise.reject(refused(host))
}
