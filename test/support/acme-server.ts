// A double of an ACME authority (RFC 8555): it checks signatures and nonces, looks at challenges
// over the network as a real one does, and issues certificates that TLS takes.
import { createHash, createPublicKey, type JsonWebKey, verify, webcrypto } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import * as x509 from '@peculiar/x509'

type Options = {
  /** Where it looks, instead of 80 and 443 of the name. */
  httpPort?: number
  tlsPort?: () => number
  lifeMs?: number
  /** A problem that it answers an order with. */
  refuse?: () => { status: number; type: string; detail: string } | undefined
}

type Order = { domains: string[]; status: string; problem?: string; chain?: string }
type Body = { jwk: JsonWebKey; nonce: string; payload: Record<string, unknown> }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const sha256 = (value: string) => createHash('sha256').update(value).digest()

type State = Omit<Options, 'lifeMs'> & {
  lifeMs: number
  root: Awaited<ReturnType<typeof makeRoot>>
  url: string
  count: number
  nonces: Set<string>
  accounts: JsonWebKey[]
  orders: Order[]
  isFirstPost: boolean
}

export type AcmeServer = Awaited<ReturnType<typeof openAcmeServer>>

export async function openAcmeServer({ lifeMs = 90 * 86_400_000, ...options }: Options) {
  x509.cryptoProvider.set(webcrypto as never)
  const state: State = {
    ...options,
    lifeMs,
    root: await makeRoot(),
    url: '',
    count: 0,
    nonces: new Set(),
    accounts: [],
    orders: [],
    isFirstPost: true,
  }
  const server = createServer((req, res) => void answer(state, req, res))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    directory: `${state.url}/directory`,
    /** What clients must trust. */
    root: state.root.certificate.toString('pem'),
    accounts: () => state.accounts.length,
    issued: () => state.orders.filter(({ status }) => status === 'valid').length,
    async [Symbol.asyncDispose]() {
      server.close().closeAllConnections()
    },
  }
}

type Answer = { status: number; body: unknown; headers?: Record<string, string> }

const refused = (status: number, type: string, detail: string): Answer => ({
  status,
  body: { type: `urn:ietf:params:acme:error:${type}`, detail },
})

async function answer(state: State, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { status, body, headers } = await answerTo(state, req).catch((error: Error) =>
    refused(400, 'malformed', error.message),
  )
  state.count += 1
  const nonce = `n${state.count}`
  state.nonces.add(nonce)
  res.writeHead(status, { 'replay-nonce': nonce, 'content-type': 'application/json', ...headers })
  res.end(typeof body === 'string' ? body : JSON.stringify(body))
}

async function answerTo(state: State, req: IncomingMessage): Promise<Answer> {
  const { url } = state
  const [, what = '', ...words] = (req.url ?? '').split('/')
  if (what === 'nonce') return { status: 200, body: '' }
  if (what === 'directory') {
    const body = {
      newNonce: `${url}/nonce`,
      newAccount: `${url}/account`,
      newOrder: `${url}/order`,
    }
    return { status: 200, body }
  }
  const body = await signed(state, req)
  // The first one is refused whatever it is: clients must ask again with the new one.
  const isStale = !state.nonces.delete(body.nonce) || state.isFirstPost
  state.isFirstPost = false
  if (isStale) return refused(400, 'badNonce', 'that nonce is none of ours')
  return answers[what]?.(state, body, words) ?? refused(404, 'malformed', 'no such resource')
}

const parsed = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}')

async function signed({ accounts, url }: State, req: IncomingMessage): Promise<Body> {
  const { protected: head, payload, signature } = JSON.parse(await text(req))
  const { alg, jwk, kid, nonce, url: meant } = parsed(head)
  const key = jwk ?? accounts[Number(kid?.split('/').pop())]
  const publicKey = createPublicKey({ key, format: 'jwk' })
  const isSigned =
    alg === 'ES256' &&
    meant === `${url}${req.url}` &&
    verify(
      'sha256',
      Buffer.from(`${head}.${payload}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  if (!isSigned) throw new Error('the signature does not hold')
  return { jwk: key, nonce, payload: parsed(payload) }
}

function orderShown({ orders, url }: State, no: number) {
  const { status, domains } = orders[no] as Order
  return {
    status,
    identifiers: domains.map((value) => ({ type: 'dns', value })),
    authorizations: domains.map((_, at) => `${url}/authz/${no}/${at}`),
    finalize: `${url}/finalize/${no}`,
    ...(status === 'valid' ? { certificate: `${url}/certificate/${no}` } : {}),
  }
}

const tokenOf = (no: number, at: number) => `token-${no}-${at}`

function authzShown({ orders, url }: State, { no, at }: { no: number; at: number }) {
  const { domains, status, problem } = orders[no] as Order
  const state = problem ? 'invalid' : status === 'pending' ? 'pending' : 'valid'
  const error = { type: 'urn:ietf:params:acme:error:unauthorized', detail: problem }
  const challenges = ['http-01', 'tls-alpn-01'].map((type) => ({
    type,
    url: `${url}/challenge/${no}/${at}/${type}`,
    token: tokenOf(no, at),
    status: state,
    ...(problem ? { error } : {}),
  }))
  return { status: state, identifier: { type: 'dns', value: domains[at] }, challenges }
}

type Look = { domain: string; token: string; type: string; key: JsonWebKey }

/** Over the network, as it comes: nothing that the client says counts. */
async function isMet(state: State, { domain, token, type, key }: Look): Promise<boolean> {
  const { kty, crv, x, y } = key
  const thumbprint = sha256(JSON.stringify({ crv, kty, x, y })).toString('base64url')
  const proof = `${token}.${thumbprint}`
  if (type === 'tls-alpn-01') {
    return sha256(proof).equals(await alpnDigest(domain, state.tlsPort?.() ?? 0))
  }
  const address = `http://127.0.0.1:${state.httpPort}/.well-known/acme-challenge/${token}`
  const found = await fetch(address, { redirect: 'manual' })
  return found.status === 200 && (await found.text()) === proof
}

async function issue(state: State, order: Order, csr: string): Promise<void> {
  const { root, lifeMs } = state
  const request = new x509.Pkcs10CertificateRequest(csr)
  if (!(await request.verify())) throw new Error('the request is not signed')
  state.count += 1
  const names = order.domains.map((value) => ({ type: 'dns' as const, value }))
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: String(state.count).padStart(4, '0'),
    subject: '',
    issuer: root.certificate.subject,
    // As authorities do: a client's clock may be behind.
    notBefore: new Date(Date.now() - 1_000),
    notAfter: new Date(Date.now() + lifeMs),
    signingAlgorithm: algorithm,
    publicKey: request.publicKey,
    signingKey: root.keys.privateKey,
    extensions: [new x509.SubjectAlternativeNameExtension(names)],
  })
  order.chain = `${certificate.toString('pem')}\n${root.certificate.toString('pem')}\n`
  order.status = 'valid'
}

type Answering = (state: State, body: Body, words: string[]) => Answer | Promise<Answer>

const answers: Record<string, Answering> = {
  account({ accounts, url }, { jwk }, [shown]) {
    if (shown !== undefined) return { status: 200, body: { status: 'valid' } }
    const known = accounts.findIndex(({ x }) => x === jwk.x)
    const no = known < 0 ? accounts.push(jwk) - 1 : known
    const headers = { location: `${url}/account/${no}` }
    return { status: known < 0 ? 201 : 200, body: { status: 'valid' }, headers }
  },
  order(state, { payload }, [shown]) {
    if (shown !== undefined) return { status: 200, body: orderShown(state, Number(shown)) }
    const problem = state.refuse?.()
    if (problem) return refused(problem.status, problem.type, problem.detail)
    const identifiers = payload.identifiers as { value: string }[]
    const domains = identifiers.map(({ value }) => value)
    const no = state.orders.push({ domains, status: 'pending' }) - 1
    const headers = { location: `${state.url}/order/${no}` }
    return { status: 201, body: orderShown(state, no), headers }
  },
  authz: (state, _, [no, at]) => ({
    status: 200,
    body: authzShown(state, { no: Number(no), at: Number(at) }),
  }),
  async challenge(state, { jwk: key }, [no, at, type = '']) {
    const place = { no: Number(no), at: Number(at) }
    const order = state.orders[place.no] as Order
    const domain = order.domains[place.at] as string
    const look = { domain, token: tokenOf(place.no, place.at), type, key }
    if (await isMet(state, look).catch(() => false)) order.status = 'ready'
    else order.problem = `the challenge of ${domain} was not met`
    const { challenges } = authzShown(state, place)
    return { status: 200, body: challenges.find((one) => one.type === type) }
  },
  async finalize(state, { payload }, [no]) {
    await issue(state, state.orders[Number(no)] as Order, String(payload.csr))
    const headers = { location: `${state.url}/order/${no}` }
    return { status: 200, body: orderShown(state, Number(no)), headers }
  },
  certificate: ({ orders }, _, [no]) => ({
    status: 200,
    body: orders[Number(no)]?.chain ?? '',
    headers: { 'content-type': 'application/pem-certificate-chain' },
  }),
}

async function makeRoot() {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Test authority',
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000 * 365),
    signingAlgorithm: algorithm,
    keys: keys as never,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  })
  return { keys: keys as never as CryptoKeyPair, certificate }
}

type CryptoKeyPair = { privateKey: never; publicKey: never }

/** RFC 8737: what the certificate says that is shown to whoever speaks acme-tls/1. */
async function alpnDigest(servername: string, port: number): Promise<Buffer> {
  const socket = connect({
    host: '127.0.0.1',
    port,
    servername,
    ALPNProtocols: ['acme-tls/1'],
    rejectUnauthorized: false,
  })
  await new Promise((done, fail) => socket.once('secureConnect', done).once('error', fail))
  const certificate = new x509.X509Certificate(socket.getPeerCertificate().raw)
  const isAcme = socket.alpnProtocol === 'acme-tls/1'
  socket.destroy()
  const found = certificate.getExtension('1.3.6.1.5.5.7.1.31')
  return isAcme && found ? Buffer.from(found.value).subarray(2) : Buffer.alloc(0)
}
