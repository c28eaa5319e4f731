import { rootIn } from '../../base/folder-root.ts'
import { derivedKey } from '../../base/secrets.ts'
import { BackupRefused, type SignedManifest } from './manifest.ts'

/** What the operator brings along to check with. */
export type Trust = {
  /** A data folder of the house, or a copy of its secrets: what they did not sign is refused. */
  secrets?: string | undefined
  /** The master key, where it is given from outside. */
  masterKey?: string | undefined
  /** A data folder that may be the same house's: it is asked, and not insisted on. */
  nearby?: string | undefined
}

/**
 * Who signed the manifest: the house, as far as the operator's own keys tell; `itself`: the secrets
 * that lie in the backup, which whoever made it could choose; nobody, or nobody that can be told.
 */
export type Signer = 'house' | 'itself' | 'nobody' | 'unknown'

/** With which key a house signs its manifests. A rotation does not change it. */
export function manifestKeyOf(root: Buffer): Buffer {
  return derivedKey(root, 'backup-manifest')
}

/**
 * Who signed it. `own` is a folder with the secrets of the backup in the clear, if it could be
 * opened. Throws BackupRefused for a manifest that was altered, or is not the house's.
 */
export function signerOf(
  signed: SignedManifest,
  { trust, own }: { trust: Trust; own: string | undefined },
): Signer {
  const { secrets, masterKey, nearby } = trust
  if (secrets !== undefined) return signedByHouse(signed, rootIn({ folder: secrets, masterKey }))
  if (!signed.isSigned) return 'nobody'
  const isBy = (root: Buffer | undefined) =>
    root !== undefined && signed.isSignedWith(manifestKeyOf(root))
  if (nearby !== undefined && isBy(rootIn({ folder: nearby, masterKey }))) return 'house'
  const root = own === undefined ? undefined : rootIn({ folder: own, masterKey })
  if (root === undefined) return 'unknown'
  if (!isBy(root)) {
    throw new BackupRefused('The manifest was altered: the secrets in the backup did not sign it.')
  }
  return masterKey === undefined ? 'itself' : 'house'
}

function signedByHouse(signed: SignedManifest, root: Buffer | undefined): 'house' {
  if (root === undefined) throw new BackupRefused('--secrets names a folder without secrets.')
  if (signed.isSignedWith(manifestKeyOf(root))) return 'house'
  throw new BackupRefused(
    signed.isSigned
      ? 'The manifest was altered, or is of another house: the secrets given did not sign it.'
      : 'The manifest is not signed: it was altered, or an earlier version made the backup.',
  )
}
