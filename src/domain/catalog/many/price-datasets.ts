import type { Cents } from '../../../base/money.ts'
import type { Command } from '../../command.ts'
import type { Dataset } from '../dataset.ts'
import { withSums } from '../datasets/queries.ts'
import { updateIn } from '../datasets/update-dataset.ts'
import type { CatalogRoom } from '../room.ts'

/**
 * Gives several own datasets one price, or the house's: all of them or, where one is not there,
 * none. Throws NotFound.
 */
export function priceDatasets(
  room: CatalogRoom,
  cmd: Command,
  { datasetIds, basePriceCents }: { datasetIds: readonly string[]; basePriceCents: Cents | null },
): Promise<Dataset[]> {
  return cmd.write((tx) => {
    const changes = { basePriceCents }
    const rows = [...new Set(datasetIds)].map((datasetId) =>
      updateIn(room, tx, { cmd, request: { datasetId, changes } }),
    )
    return withSums(tx, rows)
  })
}
