import type { Clock } from '../../base/clock.ts'
import type { Reading } from '../../store/reading.ts'
import type { RoomStore } from '../../store/tx.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Chain } from '../chain/index.ts'
import type { Search } from '../search/index.ts'
import type { Wallets } from '../wallet/index.ts'
import type { ShownTerms } from './licences/shown-terms.ts'
import type { Describer } from './ports.ts'

export type MicroIpDeps = {
  readonly store: RoomStore
  readonly clock: Clock
  /** For what looks through all licences. */
  readonly reading: Reading
  readonly catalog: Pick<
    Catalog,
    | ('receiveFile' | 'discardFile' | 'stageFile')
    | ('signDownload' | 'signKept' | 'sellExclusively')
  >
  readonly search: Pick<Search, 'findAssets'>
  readonly wallet: Pick<Wallets, 'payLicence'>
  readonly chain: Pick<Chain, 'append' | 'remote' | 'signWork' | 'submit'>
  /** Tried in this order; the last one always has something to say. */
  readonly describers: readonly Describer[]
}

/** What the commands of this room share. */
export type MicroIpRoom = MicroIpDeps & {
  readonly shown: ShownTerms
}
