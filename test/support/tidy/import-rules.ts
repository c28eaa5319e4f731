// Who may import whom. The tables are the rule; the functions below only look things up in them.
import { type Breach, type File, type Import, importsOf } from './source.ts'

/** Rooms in the order in which they may lean on each other: room → rooms whose door it may use. */
const rooms: Record<string, readonly string[]> = {
  audit: [],
  outbox: [],
  events: [],
  idempotency: [],
  webhooks: [],
  timekeeping: [],
  identity: [],
  notices: ['identity'],
  mail: ['identity'],
  ledger: ['identity'],
  catalog: ['identity'],
  search: ['identity', 'catalog', 'ledger'],
  review: ['catalog'],
  folders: ['identity', 'catalog', 'review'],
  'first-hour': ['identity', 'catalog', 'review', 'mail'],
  ingest: ['catalog', 'search'],
  delivery: ['identity', 'catalog', 'search', 'ledger'],
  chain: ['ledger'],
  wallet: ['identity', 'ledger', 'chain'],
  microip: ['identity', 'catalog', 'search', 'wallet', 'chain', 'delivery', 'ledger'],
  reports: [],
  erasure: ['identity', 'catalog', 'ingest'],
}
const calledByEveryRoom = ['audit', 'outbox', 'idempotency', 'events']

/** The composition root: app.ts, and composition/, which makes its parts out of the settings. */
const composition = /^src\/(app\.ts$|composition\/)/
const base = /^src\/base\//
const client = /^src\/client\/index\.ts$/
const config = /^src\/config(\/|\.ts$)/
const doors = /^src\/domain\/[a-z-]+\/index\.ts$/
/** The files of domain/ that belong to no room: types for everybody. */
const shared = /^src\/domain\/[a-z-]+\.ts$/
/** Rooms know the store by its types only: who opens it is the composition root's matter. */
const storeTypes = /^src\/store\/(tx|open)\.ts$/
/** How a statement is compiled once for each connection, and what has others wait for no read. */
const statements = /^src\/store\/(prepared|reading)\.ts$/
/** Annexes have one door: others import their index.ts and nothing behind it. */
const engine = /^src\/engine\/index\.ts$/
const extract = /^src\/extract\/index\.ts$/
/** Programs of its own have doors of their own, each of which loads what that program needs. */
const extractPrograms = /^src\/extract\/doors\//
const behindDoors = /^src\/(engine\/(?!index\.ts$)|extract\/(?!index\.ts$|doors\/))/

/** Files → what they may import, besides files of their own folder and the standard packages. */
const layers: readonly { files: RegExp; own?: RegExp; may: readonly RegExp[] }[] = [
  { files: /^src\/main\.ts$/, may: [/^src\/app\.ts$/, /^src\/cli\//, config, base] },
  // What the packaged file begins with: it unpacks the rest and starts it.
  { files: /^src\/start\//, own: /^src\/start\//, may: [base] },
  { files: composition, may: [/^src\/(?!cli\/|console\/|main\.ts)/] },
  { files: config, own: config, may: [base] },
  {
    files: /^src\/cli\//,
    own: /^src\/cli\//,
    may: [/^src\/app\.ts$/, client, config, doors, shared, base],
  },
  // Published by itself: it stands on nothing of the server.
  { files: /^src\/client\//, own: /^src\/client\//, may: [] },
  // What browsers run: it knows the server by its client alone, and nobody imports it.
  { files: /^src\/console\//, own: /^src\/console\//, may: [/^src\/client\//] },
  { files: /^src\/http\//, own: /^src\/http\//, may: [doors, shared, base] },
  { files: /^src\/jobs\//, own: /^src\/jobs\//, may: [doors, shared, base] },
  {
    files: /^src\/workers\//,
    own: /^src\/workers\//,
    may: [/^src\/(adapters|store)\//, extractPrograms, engine, doors, base],
  },
  // An annex: readers of hostile files, and the wall around them.
  {
    files: /^src\/extract\//,
    own: /^src\/extract\//,
    may: [/^src\/domain\/[a-z-]+\/ports\.ts$/, base],
  },
  {
    files: /^src\/adapters\//,
    own: /^src\/adapters\//,
    may: [/^src\/domain\/[a-z-]+\/ports\.ts$/, extract, engine, base],
  },
  // An annex: what finds and ranks passages. It knows no room.
  { files: /^src\/engine\//, own: /^src\/engine\//, may: [storeTypes, statements, base] },
  {
    files: /^src\/store\/schema\.ts$/,
    own: /^src\/store\//,
    may: [/^src\/domain\/[a-z-]+\/tables\.ts$/],
  },
  { files: /^src\/store\//, own: /^src\/store\//, may: [base] },
  { files: base, own: base, may: [] },
  { files: shared, own: shared, may: [doors, storeTypes, statements, base] },
  ...Object.keys(rooms).map((room) => ({
    files: new RegExp(`^src/domain/${room}/`),
    own: new RegExp(`^src/domain/${room}/`),
    may: [
      doorsOf(room),
      shared,
      storeTypes,
      statements,
      base,
      ...(room === 'search' ? [engine] : []),
    ],
  })),
]

/** Files → packages that they must not know. */
const packages: readonly { files: RegExp; never: RegExp }[] = [
  { files: /^src\/(domain|engine)\//, never: /^(@?koa($|\/)|zod|better-sqlite3$|pino$)/ },
  { files: /^src\/http\//, never: /^(drizzle-orm|better-sqlite3)/ },
  { files: /^src\/console\//, never: /^(?!(preact|@preact|preact-iso|@tanstack|uqr)(\/|$))/ },
  { files: /^src\/(base|cli|jobs)\//, never: /^(drizzle-orm|better-sqlite3|@?koa($|\/))/ },
]

function doorsOf(room: string): RegExp {
  const called = room === 'reports' ? Object.keys(rooms) : (rooms[room] ?? [])
  return new RegExp(`^src/domain/(${[...called, ...calledByEveryRoom].join('|')})/index\\.ts$`)
}

export function importBreaches(source: File): Breach[] {
  if (!source.path.startsWith('src/')) return []
  const layer = layers.find(({ files }) => files.test(source.path))
  if (layer === undefined) return [{ path: source.path, line: 1, says: 'belongs to no layer' }]
  return importsOf(source).flatMap((one) => {
    const says = one.relative ? ownImport(one, layer) : packageImport(one, source.path)
    return says === undefined ? [] : [{ path: source.path, line: one.line, says }]
  })
}

function ownImport(
  { target, typeOnly }: Import,
  { own, may }: { own?: RegExp; may: readonly RegExp[] },
): string | undefined {
  if (own?.test(target)) return undefined
  const isOpen = may.some((allowed) => allowed.test(target)) && !behindDoors.test(target)
  if (!isOpen) return `may not import ${target}`
  const needsType = storeTypes.test(target) && may.includes(storeTypes)
  return needsType && !typeOnly ? `may import only types from ${target}` : undefined
}

function packageImport({ target }: Import, path: string): string | undefined {
  const rule = packages.find(({ files, never }) => files.test(path) && never.test(target))
  return rule === undefined ? undefined : `may not import the package ${target}`
}

/** Every relative import names a file that is there, with its ending. */
export function missingImports(source: File, paths: ReadonlySet<string>): Breach[] {
  return importsOf(source)
    .filter(({ relative, target }) => relative && !paths.has(target))
    .map(({ line, target }) => ({ path: source.path, line, says: `there is no file ${target}` }))
}

/** Files of src that no entry reaches. Tests do not keep a file alive. */
export function deadFiles(sources: readonly File[], isEntry: RegExp): Breach[] {
  const targets = new Map(
    sources.map((source) => [source.path, importsOf(source).map(({ target }) => target)]),
  )
  const alive = new Set<string>()
  const reach = (path: string) => {
    if (alive.has(path) || !targets.has(path)) return
    alive.add(path)
    targets.get(path)?.forEach(reach)
  }
  for (const { path } of sources) if (isEntry.test(path)) reach(path)
  return sources
    .filter(({ path }) => path.startsWith('src/') && !alive.has(path))
    .map(({ path }) => ({ path, line: 1, says: 'is imported by nobody' }))
}

/** Every room has a door whose head comment is the room's page. */
export function doorBreaches(sources: readonly File[]): Breach[] {
  const folders = new Set(
    sources.flatMap(({ path }) => /^src\/domain\/[^/]+(?=\/)/.exec(path)?.[0] ?? []),
  )
  return [...folders].flatMap((folder) => {
    const path = `${folder}/index.ts`
    const door = sources.find((source) => source.path === path)
    if (door === undefined) return [{ path, line: 1, says: 'the room has no door' }]
    const lines = door.headComment.trim().split('\n').length
    return lines >= 5 ? [] : [{ path, line: 1, says: `head comment of ${lines} lines; at least 5` }]
  })
}
