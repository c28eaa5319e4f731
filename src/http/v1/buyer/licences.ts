import * as z from 'zod'
import { isoOf } from '../../../base/clock.ts'
import { type LicenceList, licenseTypes } from '../../../domain/microip/index.ts'
import { placedQuery, timestamp } from '../../fields.ts'
import { get } from '../../route.ts'

const { limit, offset } = placedQuery
const LicencesQuery = z.object({ limit, offset })

const LicencesReply = z
  .object({
    licences: z.array(
      z
        .object({
          licence_id: z.string(),
          asset_id: z.string().meta({ description: 'For POST /microip/{asset_id}/download' }),
          name: z.string().meta({ description: 'As the asset is called now' }),
          license_type: z.enum(licenseTypes).meta({ description: 'As it was sold' }),
          price_lamports: z.int().meta({ description: 'What was paid: 1 SOL is 10^9 lamports' }),
          fee_lamports: z.int().meta({ description: 'Of which the house kept' }),
          transaction_hash: z.string(),
          bought_at: timestamp,
        })
        .meta({ id: 'BoughtLicence' }),
    ),
    total: z.int(),
  })
  .meta({ id: 'BoughtLicences' })

/** Surface C tells every fetch of the bytes; a licence is bought once, and is what is asked for. */
export const listLicences = get('/v1/licences', {
  id: 'listLicences',
  summary: 'The licences that the caller bought on Surface C, newest first',
  description: 'Each with what it is of, and on which terms it was sold.',
  tag: 'MicroIP',
  access: 'session',
  query: LicencesQuery,
  reply: LicencesReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query: { limit: most, offset: from = 0 } }) =>
    rooms.microip.listLicences(principal, { limit: most, offset: from }),
  present: presentLicences,
})

function presentLicences({ licences, total }: LicenceList) {
  return {
    licences: licences.map((licence) => ({
      licence_id: licence.saleId,
      asset_id: licence.assetId,
      name: licence.name,
      license_type: licence.licenseType,
      price_lamports: licence.priceLamports,
      fee_lamports: licence.feeLamports,
      transaction_hash: licence.transactionHash,
      bought_at: isoOf(licence.createdAtMs),
    })),
    total,
  }
}
