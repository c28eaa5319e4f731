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

export async function remember(notes: readonly (readonly [string, Remembered])[]): Promise<void> {
  const files = await transaction('readwrite')
  await Promise.all(notes.map(([name, note]) => answer(files.put(note, name))))
}

export async function forget(...names: string[]): Promise<void> {
  const files = await transaction('readwrite')
  await Promise.all(names.map((name) => answer(files.delete(name))))
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

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error)
  })
}
