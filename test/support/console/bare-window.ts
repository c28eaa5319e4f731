// The least of a browser that modules of the console need which draw nothing: what it keeps, where
// it is, and a line to a real server, on which somebody's token stands for their cookie.
import { setTimeout as later } from 'node:timers/promises'

type Kept = Map<string, unknown>

/** What is kept is the notes of IndexedDB by their names. */
export function openBareWindow({ url, token }: { url: string; token: string }) {
  const notes: Kept = new Map()
  const ask = globalThis.fetch
  const own = {
    document: { documentElement: { dataset: {} } },
    location: new URL(`${url}/console/`),
    indexedDB: { open: () => answered({ transaction: () => transaction(notes) }) },
    fetch: (input: string | URL, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      if (headers.has('x-kontor-console')) headers.set('authorization', `Bearer ${token}`)
      return ask(input, { ...init, headers })
    },
  }
  Object.assign(globalThis, own)
  return {
    notes,
    [Symbol.dispose]() {
      for (const name of ['document', 'location', 'indexedDB'])
        Reflect.deleteProperty(globalThis, name)
      globalThis.fetch = ask
    },
  }
}

function answered(result: unknown) {
  const request: { result: unknown; onsuccess?(): void } = { result }
  void later(0).then(() => request.onsuccess?.())
  return request
}

function transaction(notes: Kept) {
  const one: { oncomplete?(): void; commit(): void } = {
    commit: () => void later(0).then(() => one.oncomplete?.()),
  }
  const objectStore = () => ({
    transaction: one,
    get: (name: string) => answered(notes.get(name)),
    put: (note: unknown, name: string) => void notes.set(name, note),
    delete: (name: string) => void notes.delete(name),
  })
  return Object.assign(one, { objectStore })
}
