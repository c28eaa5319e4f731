import { listCapabilities } from '../adapters/capabilities.ts'
import { urlFindings } from '../adapters/doctor/ask-url.ts'
import { shownCertificate } from '../adapters/doctor/shown-certificate.ts'
import { sendTest } from '../adapters/mail/open-mailer.ts'
import { readAsset } from '../base/assets.ts'
import type { Config } from '../config.ts'
import type { Ability, AddressReport, House, Sample } from '../domain/first-hour/index.ts'
import { testLetter } from '../domain/mail/index.ts'
import type { Rooms } from '../domain/rooms.ts'
import { smtpOf } from './mail-settings.ts'

type Needs = { config: Config; service: Pick<Rooms['service'], 'backups'> }

/** What the checklist of a new operator asks of the running server. */
export function houseOf({ config, service }: Needs): House {
  const baseUrl = config.baseUrl ?? null
  let known: Promise<readonly Ability[]> | undefined
  return {
    baseUrl,
    isReachable: config.reach.who === 'others',
    hasMail: config.smtpUrl !== undefined,
    backups() {
      const { folder, sets } = service.backups()
      const [last] = sets
      return {
        folder,
        lastMadeMs: last?.madeAtMs ?? null,
        isVerified: sets.some(({ verifiedAtMs }) => verifiedAtMs !== null),
      }
    },
    // What the machine can do does not change while the server runs.
    abilities: () => {
      known ??= abilitiesOf(config).catch((error) => {
        known = undefined
        throw error
      })
      return known
    },
    checkAddress: () => checked(baseUrl ?? ''),
    sendTest: async ({ to, locale }) => {
      const settings = smtpOf(config)
      if (!settings) return { ok: false, said: '' }
      return await sendTest(settings, testLetter({ to, locale, url: baseUrl ?? '' }))
    },
    samples: samplesOf,
  }
}

async function abilitiesOf(config: Config): Promise<readonly Ability[]> {
  const found = await listCapabilities(config)
  return found.map(({ name, state, detail, remedy = null }) => ({ name, state, detail, remedy }))
}

async function checked(url: string): Promise<AddressReport> {
  const found = await urlFindings({ url, baseUrl: url })
  const findings = found.map(({ level, message, remedy }) => ({ level, message, remedy }))
  return { url, findings, certificate: await shownCertificate(url) }
}

type Manifest = {
  documents: { file: string; title: string; content_type: string; tags: string[] }[]
}

/** The documents of the demo. */
function samplesOf(): readonly Sample[] {
  const manifest = JSON.parse(readAsset('demo', 'manifest.json').toString('utf8')) as Manifest
  return manifest.documents.map(({ file, title, content_type: contentType, tags }) => ({
    filename: file,
    contentType,
    title,
    tags,
    bytes: readAsset('demo', file),
  }))
}
