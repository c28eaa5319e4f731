import type { Tx } from '../tx.ts'
import { filePlace } from './tables.ts'

/** From now on the place of this name is the one with this id. */
export function notePlace(tx: Tx, place: { name: string; placeId: string }): void {
  const { placeId } = place
  tx.insert(filePlace)
    .values(place)
    .onConflictDoUpdate({ target: filePlace.name, set: { placeId } })
    .run()
}
