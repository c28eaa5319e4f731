import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import type { AcmeSettings } from '../../base/acme-settings.ts'
import { note } from '../notes.ts'
import { type Certificate, type Challenges, orderCertificate } from './order-certificate.ts'
import { openSealedFolder } from './sealed-file.ts'

type Log = {
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
  error(facts: object, text: string): void
}

type Needs = {
  settings: AcmeSettings
  dataDir: string
  /** Seals the keys. */
  key: Buffer
  log: Log
  /** Takes a certificate into use, from its next connection on. */
  use(certificate: { cert: string; key: string }): void
  challenges: Challenges
}

/** Whoever holds its key can revoke what it ordered. */
type Account = { directory: string; key: string }

const minuteMs = 60_000
const pauseMaxMs = 12 * 60 * minuteMs
const lookMaxMs = 60 * minuteMs
const keepAgainMs = 5_000

/** After so many failures in a row: authorities count them by the hour. */
export function pauseAfter(failures: number): number {
  return Math.min(minuteMs * 2 ** (failures - 1), pauseMaxMs)
}

/** When two thirds of its life are over. */
export function renewalMs({ validFromDate, validToDate }: X509Certificate): number {
  const [from, to] = [validFromDate.getTime(), validToDate.getTime()]
  return from + ((to - from) * 2) / 3
}

/**
 * Keeps a certificate in use that is for the names of the settings: the one that lies in the data
 * folder, and a new one whenever that is due. What fails is logged, noted for the doctor and
 * /metrics, and tried again with growing pauses.
 */
export function keepCertificate(needs: Needs): Disposable {
  const { settings, log, challenges } = needs
  const folder = openSealedFolder(needs.dataDir, needs.key)
  const keys: Keys = { settings, log, folder }
  let timer: NodeJS.Timeout | undefined
  let keepTimer: NodeJS.Timeout | undefined
  let closed = false
  let failures = 0
  let current = keptIn(keys)
  if (current) takeIntoUse(current)

  /** It is in use already: ordered anew it would count at the authority. */
  function keep(ordered: Certificate, isAgain = false): void {
    clearTimeout(keepTimer)
    try {
      folder.write('certificate', ordered)
      if (isAgain) log.info({}, 'the certificate is kept now')
    } catch (error) {
      if (!isAgain) log.error({ error: String(error) }, 'the certificate could not be kept')
      keepTimer = setTimeout(keep, keepAgainMs, ordered, true).unref()
    }
  }

  function takeIntoUse({ chain, key }: Certificate): void {
    needs.use({ cert: chain, key })
    noteState(needs, { current, failures, failure: null })
  }

  async function renew(): Promise<void> {
    try {
      const accountKey = accountKeyIn(keys)
      const ordered = await orderCertificate(settings, { accountKey, challenges })
      if (closed) return
      current = ordered
      failures = 0
      takeIntoUse(ordered)
      const { subjectAltName: names, validTo } = new X509Certificate(ordered.chain)
      log.info({ names, validTo }, 'a certificate was obtained')
      keep(ordered)
    } catch (error) {
      if (closed) return
      failures += 1
      const failure = (error as Error).message
      const againMinutes = pauseAfter(failures) / minuteMs
      log.error({ error: failure, failures, againMinutes }, 'no certificate was obtained')
      noteState(needs, { current, failures, failure })
    }
  }

  const dueMs = () => (current ? renewalMs(new X509Certificate(current.chain)) : 0)

  async function look(): Promise<void> {
    if (dueMs() <= Date.now()) await renew()
    const pauseMs = failures > 0 ? pauseAfter(failures) : Math.max(dueMs() - Date.now(), 1_000)
    if (!closed) timer = setTimeout(look, Math.min(pauseMs, lookMaxMs)).unref()
  }

  void look()
  return {
    [Symbol.dispose]() {
      closed = true
      clearTimeout(timer)
      clearTimeout(keepTimer)
    },
  }
}

type Keys = Pick<Needs, 'settings' | 'log'> & { folder: ReturnType<typeof openSealedFolder> }

/** Undefined where the certificate is none of these names, or of this authority. */
function keptIn({ folder, settings, log }: Keys): Certificate | undefined {
  const found = folder.read<Certificate>('certificate')
  if (found === 'lost') log.warn({}, 'the certificate was sealed with other secrets: a new one')
  if (found === undefined || found === 'lost') return undefined
  const x509 = new X509Certificate(found.chain)
  const isOurs = settings.domains.every((domain) => x509.checkHost(domain) !== undefined)
  return isOurs && found.directory === settings.directory ? found : undefined
}

/** Written down before it is used: authorities count accounts, too. */
function accountKeyIn({ folder, settings, log }: Keys): string {
  const { directory } = settings
  const found = folder.read<Account>('account')
  if (found === 'lost') log.warn({}, 'the key of the ACME account is lost: a new account is made')
  if (found !== undefined && found !== 'lost' && found.directory === directory) return found.key
  const { privateKey: key } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  folder.write('account', { directory, key } satisfies Account)
  return key
}

type State = { current: Certificate | undefined; failures: number; failure: string | null }

function noteState({ dataDir, log }: Needs, { current, failures, failure }: State): void {
  const endMs = current ? new X509Certificate(current.chain).validToDate.getTime() : null
  try {
    note({ dataDir, name: 'certificate' }, { endMs, failures, failure })
  } catch (error) {
    log.warn({ error: String(error) }, 'the state of the certificate could not be noted')
  }
}
