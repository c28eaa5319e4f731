import { openStore, type Store } from '../../src/store/open.ts'
import { type FakeClock, fakeClock } from './fake-clock.ts'
import { giveMigratedFile } from './migrated-file.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type TestStore = Store & { clock: FakeClock; dir: string; [Symbol.dispose](): void }

/** A real, migrated store in a temporary folder: `using store = openTestStore()`. */
export function openTestStore(): TestStore {
  const folder = temporaryFolder()
  const clock = fakeClock()
  giveMigratedFile(folder.path)
  const store = openStore({ dir: folder.path, clock })
  return Object.assign(store, {
    clock,
    dir: folder.path,
    [Symbol.dispose]() {
      store.close()
      folder[Symbol.dispose]()
    },
  })
}
