import type { Clock } from '../../base/clock.ts'
import type { RoomStore } from '../../store/tx.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Mail } from '../mail/index.ts'
import type { Review } from '../review/index.ts'
import type { House } from './ports.ts'

export type FirstHourRoom = {
  readonly store: RoomStore
  readonly clock: Clock
  readonly identity: Pick<Identity, 'listFactors' | 'pageOfPeople' | 'readPerson'>
  readonly mail: Pick<Mail, 'chosenLanguage'>
  readonly catalog: Pick<
    Catalog,
    'createDataset' | 'deleteDataset' | 'importFile' | 'requireImportable'
  >
  readonly review: Pick<Review, 'approveAsOperator'>
  readonly house: House
}
