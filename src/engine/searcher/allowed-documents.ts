import type { SearchFilters } from '../outcome.ts'
import { addWhere, type Bitset, copyOf, intersect } from '../ranking/bitset.ts'
import { documentsWithField } from '../ranking/field-documents.ts'
import { filtered } from '../ranking/filters.ts'
import type { VisibleCollection } from '../ranking/visible-collection.ts'
import type { IndexView } from './visible-index.ts'

/**
 * What the filters let through, tags and objects included, which no column has. It is not to be
 * changed: what filters left of a collection is kept as long as that.
 */
export function allowedDocuments(view: IndexView, { filters }: { filters: SearchFilters }): Bitset {
  const allowed = allowedByColumns(view, filters)
  const { tags = [], objectNos } = filters
  const parts = tags.map((value) =>
    documentsWithField(view, { type: 'field', field: 'tag', value }),
  )
  if (objectNos) parts.push(documentsOf(view, objectNos))
  const [first, ...others] = parts
  if (!first) return allowed
  for (const other of [...others, allowed]) intersect(first, other)
  return first
}

function documentsOf({ docValues, bitsets }: IndexView, objectNos: readonly number[]): Bitset {
  const { size, objects } = docValues
  const among = new Set(objectNos)
  const bits = bitsets.take()
  addWhere(bits, { size, holds: (docId) => among.has(objects[docId] as number) })
  return bits
}

/** The same without the names of assets. */
export function contentsAmong(view: IndexView, candidates: Bitset): Bitset {
  const { collection } = view
  if (!collection.hasNames) return candidates
  if (candidates === collection.visible) return collection.contents
  const known = keptOf(collection).find(({ allowed }) => allowed === candidates)
  if (!known) return withoutNames(view, candidates)
  known.contents ??= copyOf(withoutNames(view, candidates))
  return known.contents
}

function withoutNames({ bitsets, collection }: IndexView, candidates: Bitset): Bitset {
  const contents = bitsets.take()
  contents.words.set(collection.contents.words)
  intersect(contents, candidates)
  return contents
}

/** Pages of one search, and searches of one application, have the same filters. */
type Kept = { readonly key: string; readonly allowed: Bitset; contents?: Bitset }

const keptMax = 4
const keptOfCollections = new WeakMap<VisibleCollection, Kept[]>()

function keptOf(collection: VisibleCollection): readonly Kept[] {
  return keptOfCollections.get(collection) ?? []
}

function allowedByColumns(view: IndexView, filters: SearchFilters): Bitset {
  const { collection } = view
  const { modality, kind, lang, source, afterS, beforeS } = filters
  const key = JSON.stringify([modality, kind, lang, source, afterS, beforeS])
  const kept = keptOf(collection)
  const old = kept.find((one) => one.key === key)
  if (old) return old.allowed
  const found = filtered(view, collection.visible, filters)
  if (found === collection.visible) return found
  const allowed = copyOf(found)
  keptOfCollections.set(collection, [{ key, allowed }, ...kept].slice(0, keptMax))
  return allowed
}
