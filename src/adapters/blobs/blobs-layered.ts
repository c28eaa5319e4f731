import {
  type BlobKey,
  BlobMissing,
  type BlobParts,
  type BlobStore,
  type LentBlob,
  type LentWords,
  type StraightParts,
} from '../../domain/catalog/ports.ts'

/**
 * Several stores as one, while files move from one to another: what is new goes to the first, what
 * is not there is looked for in the others, and what goes, goes from all of them.
 */
export function openBlobsLayered(stores: readonly [BlobStore, ...BlobStore[]]): BlobStore {
  const [first, ...others] = stores
  if (others.length === 0) return first

  async function inOrder<T>(key: BlobKey, look: (store: BlobStore) => Promise<T>): Promise<T> {
    for (const store of stores) {
      try {
        return await look(store)
      } catch (error) {
        if (!(error instanceof BlobMissing)) throw error
      }
    }
    throw new BlobMissing(key)
  }

  return {
    receive: (...file) => first.receive(...file),
    parts: partsOn(stores),
    open: (key) => inOrder(key, (store) => store.open(key)),
    local: (key) => inOrder(key, (store) => store.local(key)),
    async remove(key) {
      for (const store of stores) await store.remove(key)
    },
    async *list() {
      for (const store of stores) yield* store.list()
    },
    async writtenAtMs(key) {
      const times = await Promise.all(stores.map((store) => store.writtenAtMs(key)))
      const known = times.filter((time) => time !== undefined)
      return known.length === 0 ? undefined : Math.max(...known)
    },
    straight: straightOn(stores),
    lend: (key, words) => lend(stores, key, words),
    async removeDrafts() {
      for (const store of stores) await store.removeDrafts()
    },
  }
}

/** Where the first that has it lends; what lies behind one that does not is read through here. */
async function lend(
  stores: readonly BlobStore[],
  key: BlobKey,
  words: LentWords,
): Promise<LentBlob | undefined> {
  for (const store of stores) {
    try {
      return await store.lend?.(key, words)
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error
    }
  }
  return undefined
}

/** Not for one that was begun elsewhere. */
function straightOn(stores: readonly [BlobStore, ...BlobStore[]]): StraightParts | undefined {
  const [{ straight }, ...others] = stores
  return (
    straight && {
      came: (key) => straight.came(key),
      async url(key, place) {
        for (const store of others) {
          if ((await store.writtenAtMs(key)) !== undefined) return undefined
        }
        return await straight.url(key, place)
      },
    }
  )
}

/** A file that came in parts is finished where its first part went. */
function partsOn(stores: readonly [BlobStore, ...BlobStore[]]): BlobParts {
  const [first, ...others] = stores
  const storeOf = async (key: BlobKey): Promise<BlobStore> => {
    for (const store of others) {
      if ((await store.writtenAtMs(key)) !== undefined) return store
    }
    return first
  }
  return {
    put: async (key, ...part) => (await storeOf(key)).parts.put(key, ...part),
    async finish(key, pieces) {
      const store = await storeOf(key)
      if (store !== first) for (const piece of pieces) await fetchInto(store, piece.key, first)
      return await store.parts.finish(key, pieces)
    },
    settle: async (key) => (await storeOf(key)).parts.settle(key),
    async *list() {
      for (const store of stores) yield* store.parts.list()
    },
  }
}

/** A part that came again after the place had changed. */
async function fetchInto(store: BlobStore, key: BlobKey, from: BlobStore): Promise<void> {
  if ((await store.writtenAtMs(key)) !== undefined) return
  await using bytes = await from.open(key)
  const { sizeBytes } = bytes
  const source = bytes.stream({ start: 0, end: sizeBytes - 1 })
  await store.receive(key, source, { limitBytes: sizeBytes })
}
