import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { S3Place } from '../../base/s3-place.ts'
import type { NearAsked, OutsideEngine, OutsideIndex, OutsideRow } from '../../engine/index.ts'
import { scaled } from './parts.ts'
import { conditionOf, removalOf } from './sql-conditions.ts'

/** The version that was tried. It is no part of the program: its compiled code has 190 MB. */
export const lanceDbPackage = '@lancedb/lancedb@0.39.0'

/** Of the package what is used here. */
type Lance = {
  connect(place: string, options: { storageOptions?: Record<string, string> }): Promise<Connection>
  Index: { ivfPq(options: object): unknown }
}
type Connection = {
  createEmptyTable(name: string, schema: unknown): Promise<Table>
  openTable(name: string): Promise<Table>
  dropTable(name: string): Promise<void>
  tableNames(): Promise<string[]>
  close(): void
}
type Table = {
  add(rows: readonly Record<string, unknown>[]): Promise<unknown>
  delete(condition: string): Promise<unknown>
  countRows(): Promise<number>
  listIndices(): Promise<readonly unknown[]>
  createIndex(column: string, options: { config: unknown; replace?: boolean }): Promise<void>
  optimize(options: { cleanupOlderThan: Date; deleteUnverified: boolean }): Promise<unknown>
  query(): Query
}
type Query = {
  nearestTo(vector: Float32Array): Query
  distanceType(kind: 'dot'): Query
  nprobes(count: number): Query
  refineFactor(factor: number): Query
  where(condition: string): Query
  select(columns: readonly string[]): Query
  limit(count: number): Query
  toArray(): Promise<readonly { passage: number }[]>
}

/** Fewer vectors are compared one by one as quickly, and none is missed. */
const indexedFrom = 200_000
/** Vectors of a partition; of each, as many numbers are coded as one. */
const partitionRows = 4_096
const codedTogether = 8
const probes = 40
/** So many times as many as are wanted are compared by their whole vectors. */
const refined = 4

type Where = { readonly folder: string } | S3Place

/**
 * LanceDB, from a folder into which the operator installed its package, with its tables in a folder
 * or on S3. Rejects where the package cannot be loaded.
 */
export async function openLanceDb(
  where: Where,
  { packages, indexedMin = indexedFrom }: { packages: string; indexedMin?: number },
): Promise<OutsideEngine> {
  const { lance, arrow } = loaded(packages)
  const db = await lance.connect(...placeOf(where))

  return {
    async create(name, { dimensions }) {
      const table = await db.createEmptyTable(name, schemaOf(arrow, dimensions))
      return indexOver(table, { lance, dimensions, indexedMin })
    },
    async open(name, { dimensions }) {
      return indexOver(await db.openTable(name), { lance, dimensions, indexedMin })
    },
    async drop(name) {
      if ((await db.tableNames()).includes(name)) await db.dropTable(name)
    },
    close: async () => db.close(),
  }
}

function loaded(packages: string): { lance: Lance; arrow: Arrow } {
  const from = createRequire(join(resolve(packages), 'node_modules', 'of-the-operator.cjs'))
  try {
    return { lance: from('@lancedb/lancedb') as Lance, arrow: from('apache-arrow') as Arrow }
  } catch (error) {
    const [why] = String((error as Error).message).split('\n')
    throw new Error(
      `${lanceDbPackage} cannot be loaded from ${packages} (KONTOR_ENGINE_PACKAGES; run ` +
        `npm install ${lanceDbPackage} there): ${why}`,
    )
  }
}

function placeOf(where: Where): Parameters<Lance['connect']> {
  if ('folder' in where) return [where.folder, {}]
  const { bucket, prefix, endpoint, region, accessKey, secretKey, pathStyle } = where
  const storageOptions = {
    endpoint,
    region,
    aws_access_key_id: accessKey,
    aws_secret_access_key: secretKey,
    allow_http: String(endpoint.startsWith('http:')),
    virtual_hosted_style_request: String(!pathStyle),
  }
  return [`s3://${bucket}/${prefix}`.replace(/\/$/, ''), { storageOptions }]
}

type New<A extends unknown[]> = new (...args: A) => unknown
type Arrow = Readonly<Record<'Int32' | 'Float32' | 'Utf8', New<[]>>> & {
  Schema: New<[unknown[]]>
  Field: New<[string, unknown]>
  FixedSizeList: New<[number, unknown]>
}

/** Two numbers of 16 bits would say as much; LanceDB compares those of 32 bits. */
function schemaOf(arrow: Arrow, dimensions: number): unknown {
  const { Schema, Field, FixedSizeList, Float32, Int32, Utf8 } = arrow
  const item = new Field('item', new Float32())
  return new Schema([
    ...numbers.map((name) => new Field(name, new Int32())),
    ...words.map((name) => new Field(name, new Utf8())),
    new Field('vector', new FixedSizeList(dimensions, item)),
  ])
}

const numbers = ['passage', 'dataset', 'object', 'created_at_s'] as const
const words = ['modality', 'kind', 'lang', 'source'] as const

type Options = { lance: Lance; dimensions: number; indexedMin: number }

function indexOver(table: Table, { lance, dimensions, indexedMin }: Options): OutsideIndex {
  return {
    async put(rows) {
      await table.add(rows.map(columnsOf))
    },
    async remove(what) {
      for (const condition of removalOf(what)) await table.delete(condition)
    },
    async near({ vector, limit, ...asked }: NearAsked) {
      const query = table.query().nearestTo(floats(vector)).distanceType('dot')
      const condition = conditionOf(asked)
      const rows = await (condition === '' ? query : query.where(condition))
        .nprobes(probes)
        .refineFactor(refined)
        .select(['passage', '_distance'])
        .limit(limit)
        .toArray()
      return rows.map(({ passage }) => passage)
    },
    async tend() {
      // What the first puts together leaves files of before, which only the second takes away.
      for (let i = 0; i < 2; i++) {
        await table.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true })
      }
      const count = await table.countRows()
      if (count < indexedMin || (await table.listIndices()).length > 0) return
      const numPartitions = Math.ceil(count / partitionRows)
      const numSubVectors = Math.ceil(dimensions / codedTogether)
      const config = lance.Index.ivfPq({ distanceType: 'dot', numPartitions, numSubVectors })
      await table.createIndex('vector', { config })
    },
  }
}

function columnsOf(row: OutsideRow): Record<string, unknown> {
  const { passageNo, datasetNo, objectNo, createdAtS, vector, ...words } = row
  const numbers = { passage: passageNo, dataset: datasetNo, object: objectNo }
  return {
    ...numbers,
    ...words,
    created_at_s: createdAtS,
    vector: Float32Array.from(scaled(vector)),
  }
}

function floats(vector: Int16Array): Float32Array {
  return Float32Array.from(scaled(vector))
}
