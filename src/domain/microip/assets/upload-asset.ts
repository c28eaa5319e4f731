import { InvalidInput } from '../../../base/errors.ts'
import { type LooseFile, titleMaxLength } from '../../catalog/index.ts'
import type { Command } from '../../command.ts'
import { requireScope, requireSession } from '../../identity/index.ts'
import { descriptionMaxChars, descriptionMinChars, nameMaxChars, nameMinChars } from '../limits.ts'
import { findCards, insertCard } from '../queries.ts'
import type { MicroIpRoom } from '../room.ts'
import { type OwnAsset, ownAsset } from './own-asset.ts'

export type AssetForm = {
  readonly file: LooseFile
  readonly filename: string
  readonly contentType: string
  readonly name: string
  readonly description: string
  readonly isPublic: boolean
}

/** Throws InvalidInput in the words of the contract. (spec 7.3) */
export function requireName(name: string): void {
  if (name.length >= nameMinChars && name.length <= nameMaxChars) return
  const message = `Asset name must be between ${nameMinChars} and ${nameMaxChars} characters`
  throw new InvalidInput({ field: 'name', reason: 'length', message })
}

/** An empty description is none. */
export function requireDescription(text: string): void {
  if (text === '') return
  if (text.length >= descriptionMinChars && text.length <= descriptionMaxChars) return
  const message =
    'Asset description must be between ' +
    `${descriptionMinChars} and ${descriptionMaxChars} characters`
  throw new InvalidInput({ field: 'description', reason: 'length', message })
}

/**
 * Stages a file that has been received as an asset of the caller's, for the same review as any
 * other. Throws Forbidden without objects:write, InvalidInput for a name, description or empty
 * file.
 */
export async function uploadAsset(
  { catalog, clock }: MicroIpRoom,
  cmd: Command,
  form: AssetForm,
): Promise<OwnAsset> {
  const { principal } = cmd
  requireSession(principal)
  requireScope(principal, 'objects:write')
  const name = form.name.trim()
  const description = form.description.trim()
  requireName(name)
  requireDescription(description)
  if (form.file.sizeBytes === 0) {
    const message = 'file must not be empty.'
    throw new InvalidInput({ field: 'file', reason: 'empty', message })
  }
  const { file, filename, contentType, isPublic } = form
  const { userId } = principal
  return cmd.write((tx) => {
    const title = name.slice(0, titleMaxLength)
    const userText = description === '' ? null : description
    const { objectId } = catalog.stageFile(tx, {
      cmd,
      file,
      filename,
      contentType,
      title,
      userText,
      isPublic,
    })
    insertCard(tx, { assetId: objectId, userId, name, description, createdAtMs: clock.nowMs() })
    return ownAsset(tx, principal, { objectId, card: findCards(tx, [objectId]).get(objectId) })
  })
}
