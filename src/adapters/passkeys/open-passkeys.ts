import {
  SettingsService,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { PasskeyAnswer, PasskeyChecks } from '../../domain/identity/ports.ts'

/** The checks of WebAuthn by @simplewebauthn/server. What does not pass throws there. */
export function openPasskeys(): PasskeyChecks {
  // Node warns of an experiment when it is asked, and we ask nobody for such keys.
  SettingsService.runtimeSupportsPQC = () => false
  return {
    async registration({ answer, challenge, place }) {
      const checked = await passed(() =>
        verifyRegistrationResponse({
          response: sent(answer),
          expectedChallenge: challenge,
          expectedOrigin: place.origin,
          expectedRPID: place.id,
          requireUserVerification: true,
          supportedAlgorithmIDs: [-7, -8, -257],
        }),
      )
      if (!checked?.verified) return undefined
      const { credential, credentialBackedUp } = checked.registrationInfo
      return {
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        signCount: credential.counter,
        transports: known(credential.transports ?? []),
        backedUp: credentialBackedUp,
      }
    },

    async assertion({ answer, challenge, place, credentialId, publicKey }) {
      const checked = await passed(() =>
        verifyAuthenticationResponse({
          response: sent(answer),
          expectedChallenge: challenge,
          expectedOrigin: place.origin,
          expectedRPID: place.id,
          requireUserVerification: true,
          // What it counts is compared by the room, once the signature shows that it said so.
          credential: {
            id: credentialId.toString('base64url'),
            publicKey: Uint8Array.from(publicKey),
            counter: 0,
          },
        }),
      )
      if (!checked?.verified) return undefined
      const { newCounter, credentialBackedUp } = checked.authenticationInfo
      return { signCount: newCounter, backedUp: credentialBackedUp }
    },
  }
}

/** With what the library asks for that is the same anyway. */
function sent({ id, type, response }: PasskeyAnswer) {
  return { id, rawId: id, type, response, clientExtensionResults: {} } as never
}

async function passed<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

function known(said: readonly string[]): string[] {
  return said.filter((one) => transports.includes(one))
}
