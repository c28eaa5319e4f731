import type { AcmeSettings } from '../../base/acme-settings.ts'

export type Certificate = { directory: string; chain: string; key: string }

export type Challenges = {
  /** Answered on port 80, by the last part of the path. */
  readonly http: Map<string, string>
  /** Shown on port 443 to whoever asks for the name, while the authority looks. */
  readonly alpn: Map<string, { key: string; cert: string }>
}

const requestMs = 30_000

/** What the types of the library leave out. */
type Defaults = { timeout: number; acmeSettings: { retryMaxAttempts: number } }

/**
 * Orders a certificate with the account of the key, which the authority makes where it knows none,
 * and meets the challenges. Throws what the authority, the network, or the challenge said.
 */
export async function orderCertificate(
  { email, domains, directory, httpPort }: AcmeSettings,
  { accountKey, challenges }: { accountKey: string; challenges: Challenges },
): Promise<Certificate> {
  await reach(directory)
  const acme = await import('acme-client')
  // It would sleep for as long as a limit of the authority lasts: we have pauses of our own.
  const { defaults } = acme.axios as unknown as { defaults: Defaults }
  defaults.acmeSettings.retryMaxAttempts = 0
  defaults.timeout = requestMs
  const client = new acme.Client({
    directoryUrl: directory,
    accountKey,
    backoffMin: 1_000,
    backoffMax: 10_000,
  })
  const [key, csr] = await acme.crypto.createCsr(
    { altNames: [...domains] },
    await acme.crypto.createPrivateEcdsaKey(),
  )
  const chain = await client.auto({
    csr,
    email,
    termsOfServiceAgreed: true,
    // From where the authority looks can only the authority look.
    skipChallengeVerification: true,
    challengePriority: [httpPort === undefined ? 'tls-alpn-01' : 'http-01'],
    async challengeCreateFn(authz, challenge, proof) {
      const type: string = challenge.type
      if (type === 'http-01') return void challenges.http.set(challenge.token, proof)
      if (type !== 'tls-alpn-01') throw new Error(`the authority offers ${type} alone`)
      const [alpnKey, cert] = await acme.crypto.createAlpnCertificate(authz, proof)
      challenges.alpn.set(authz.identifier.value, { key: String(alpnKey), cert: String(cert) })
    },
    async challengeRemoveFn(authz, challenge) {
      challenges.http.delete(challenge.token)
      challenges.alpn.delete(authz.identifier.value)
    },
  })
  return { directory, chain, key: String(key) }
}

/** The library would say nothing of why an authority is away (its interceptor fails itself). */
async function reach(directory: string): Promise<void> {
  try {
    await (await fetch(directory, { signal: AbortSignal.timeout(requestMs) })).body?.cancel()
  } catch (error) {
    const { message, cause } = error as Error
    throw new Error(`${directory} does not answer: ${(cause as Error)?.message ?? message}`)
  }
}
