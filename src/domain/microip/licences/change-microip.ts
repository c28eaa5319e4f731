import { InvalidInput } from '../../../base/errors.ts'
import type { Lamports } from '../../../base/lamports.ts'
import type { Command } from '../../command.ts'
import { requireScope, requireSession } from '../../identity/index.ts'
import { recordDeed } from '../../record-deed.ts'
import { requireDescription, requireName } from '../assets/upload-asset.ts'
import { requireCategory, requireLicenseType, requirePrice, requireQuality } from '../licence.ts'
import { updateMicroIp } from '../queries.ts'
import type { MicroIpRoom } from '../room.ts'
import { type Correctable, correctable } from '../tables.ts'
import { notOwner, requireUnsold } from './create-microip.ts'
import { requireView } from './read-microip.ts'
import type { MicroIpView } from './view.ts'

export type ChangeMicroIpRequest = {
  readonly assetId: string
  readonly priceLamports?: Lamports | undefined
  readonly licenseType?: string | undefined
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly longSummary?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly category?: string | undefined
  readonly questions?: readonly string[] | undefined
  readonly quality?: string | undefined
}

/**
 * Changes the terms of a licence and what is said of the asset; what its owner wrote is not
 * written over by a description. Licences that were sold stay as they were sold. Throws
 * InvalidInput, NotFound, Forbidden for anybody but the owner, Conflict for `exclusive` after a
 * sale.
 */
export async function changeMicroIp(
  room: MicroIpRoom,
  cmd: Command,
  request: ChangeMicroIpRequest,
): Promise<MicroIpView> {
  const { principal } = cmd
  requireSession(principal)
  requireScope(principal, 'objects:write')
  const set = changesIn(request)
  return cmd.write((tx) => {
    const { licence } = requireView(tx, principal, request.assetId)
    const { assetId, corrected } = licence
    if (licence.ownerTenantId !== principal.tenantId) throw notOwner()
    if (set.licenseType === 'exclusive' && licence.licenseType !== 'exclusive') {
      requireUnsold(tx, assetId)
    }
    const nowMs = room.clock.nowMs()
    const written = correctable.filter((member): member is Correctable => member in set)
    const all = [...new Set([...corrected, ...written])]
    const { priceLamports = licence.priceLamports, licenseType = licence.licenseType } = set
    const isSame = priceLamports === licence.priceLamports && licenseType === licence.licenseType
    const termsChangedAtMs = isSame ? licence.termsChangedAtMs : nowMs
    const noted = { corrected: all, termsChangedAtMs, updatedAtMs: nowMs }
    updateMicroIp(tx, assetId, { ...set, ...noted })
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId: principal.tenantId,
      action: 'microip.updated',
      subject: { type: 'object', id: assetId },
      details: { members: Object.keys(set) },
    })
    return requireView(tx, principal, assetId)
  })
}

function changesIn({ assetId: _, ...asked }: ChangeMicroIpRequest) {
  const { priceLamports, licenseType, category, quality, name, description } = asked
  if (Object.values(asked).every((value) => value === undefined)) {
    const message = 'The body must name something to change.'
    throw new InvalidInput({ field: 'body', reason: 'empty', message })
  }
  if (name !== undefined) requireName(name)
  if (description !== undefined) requireDescription(description)
  const { longSummary, tags, questions } = asked
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(longSummary === undefined ? {} : { longSummary }),
    ...(tags === undefined ? {} : { tags: [...new Set(tags)] }),
    ...(questions === undefined ? {} : { questions }),
    ...(priceLamports === undefined ? {} : { priceLamports: requirePrice(priceLamports) }),
    ...(licenseType === undefined ? {} : { licenseType: requireLicenseType(licenseType) }),
    ...(category === undefined ? {} : { category: requireCategory(category) }),
    ...(quality === undefined ? {} : { quality: requireQuality(quality) }),
  }
}
