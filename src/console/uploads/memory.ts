/**
 * Which object a file was announced as, kept in the browser: a page that is lost, or closed, costs
 * the list and no byte that was sent. A file is known by its place, size and time.
 */
const store = 'files'
let opened: Promise<IDBDatabase> | undefined

/** Without an object: it was about to be announced, under this key. */
export type Remembered = { objectId: string; isDone: boolean; announcing?: string }

type Placed = { datasetId: string; path: string; file: File; size: number }

export function nameOf({ datasetId, path, file, size }: Placed): string {
  return JSON.stringify([datasetId, path, size, file.lastModified])
}

export async function recall(names: readonly string[]): Promise<(Remembered | undefined)[]> {
  const files = await transaction('readonly')
  return Promise.all(names.map((name) => answer<Remembered | undefined>(files.get(name))))
}

/** Nothing for a note forgets the file. */
export async function remember(
  notes: readonly (readonly [string, Remembered | undefined])[],
): Promise<void> {
  const files = await transaction('readwrite')
  for (const [name, note] of notes) {
    if (note) files.put(note, name)
    else files.delete(name)
  }
  await kept(files.transaction)
}

async function transaction(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  opened ??= open()
  return (await opened).transaction(store, mode).objectStore(store)
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('kontor-sent', 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(store)
  return answer(request)
}

/** One word about all of it, and not one about each. */
function kept(all: IDBTransaction): Promise<void> {
  return new Promise((done, fail) => {
    all.oncomplete = () => done()
    all.onabort = () => fail(all.error)
    all.commit()
  })
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error)
  })
}
