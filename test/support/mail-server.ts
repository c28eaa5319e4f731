// A real server for mail, which speaks TLS with a certificate of its own authority.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { temporaryFolder } from './temporary-folder.ts'

export type Arrived = { from: string; to: string[]; letter: Email; raw: string; isSecure: boolean }

type Options = {
  /** TLS from the first byte on. */
  implicit?: boolean
  login?: { user: string; pass: string }
  /** Offers no TLS at all. */
  bare?: boolean
}

type State = {
  refuses: { code: number } | undefined
  /** Done while a letter is here and not yet taken. */
  meanwhile: (() => Promise<void>) | undefined
}

export async function openMailServer({ implicit = false, login, bare = false }: Options = {}) {
  const folder = temporaryFolder()
  const { key, cert } = certificate()
  const caFile = join(folder.path, 'cert.pem')
  writeFileSync(caFile, cert)
  const arrived: Arrived[] = []
  const state: State = { refuses: undefined, meanwhile: undefined }
  const server = new SMTPServer({
    secure: implicit,
    closeTimeout: 100,
    key,
    cert,
    authOptional: login === undefined,
    disabledCommands: [...(bare ? ['STARTTLS'] : []), ...(login ? [] : ['AUTH'])],
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.pass) return done(null, { user: 'x' })
      done(new Error('no'))
    },
    onData(stream, session, done) {
      void text(stream).then(async (raw) => {
        const { refuses, meanwhile } = state
        await meanwhile?.()
        if (refuses) return done(Object.assign(new Error('no'), { responseCode: refuses.code }))
        const { mailFrom, rcptTo } = session.envelope
        arrived.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          letter: await PostalMime.parse(raw),
          raw,
          isSecure: session.secure,
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const scheme = implicit ? 'smtps' : 'smtp'
  const who = login ? `${login.user}:${login.pass}@` : ''
  return {
    /** By name, so that it counts as one of another machine where `localhost` is not in it. */
    settings: {
      smtpUrl: `${scheme}://${who}localhost:${port}`,
      smtpFrom: 'Data house <data@example.eu>',
      smtpCaFile: caFile,
    },
    arrived,
    state,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((done) => server.close(done))
      folder[Symbol.dispose]()
    },
  }
}

let made: { key: Buffer; cert: Buffer } | undefined

/** One for all servers of a process, which have one name: a program makes it. */
function certificate() {
  made ??= makeCertificate()
  return made
}

function makeCertificate() {
  using folder = temporaryFolder()
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder.path, name))
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const files = ['-keyout', key ?? '', '-out', cert ?? '']
  execFileSync('openssl', ['req', ...kind, '-days', '2', ...names, ...files], { stdio: 'ignore' })
  return { key: readFileSync(key ?? ''), cert: readFileSync(cert ?? '') }
}
