import type {
  NearAsked,
  OutsideEngine,
  OutsideIndex,
  OutsideRemoval,
  OutsideRow,
} from '../../engine/index.ts'
import { partsOf, scaled } from './parts.ts'

type Where = { readonly url: string; readonly login: string | undefined }
type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }
/** `PUT /name`, say. */
type Ask = (call: string, body?: unknown) => Promise<Answer>

const answerWithinMs = 60_000
/** A list in a query is no longer than this; the server's own limit is 65,536. */
const namedMax = 10_000

/** OpenSearch with its k-NN plugin, by its HTTP API. An index of it is an index of ours. */
export async function openOpenSearch(where: Where): Promise<OutsideEngine> {
  const ask = askerOf(where)
  needs(await ask('GET /'), 'its first page')

  return {
    async create(name, { dimensions }) {
      needs(await ask(`PUT /${name}`, shapeOf(dimensions)), 'a new index')
      return indexOver(ask, name)
    },
    async open(name) {
      needs(await ask(`GET /${name}`), 'the index')
      return indexOver(ask, name)
    },
    async drop(name) {
      const answer = await ask(`DELETE /${name}`)
      if (answer.status !== 404) needs(answer, 'the end of an index')
    },
    close: async () => undefined,
  }
}

function indexOver(ask: Ask, name: string): OutsideIndex {
  return {
    async put(rows) {
      const lines = rows.flatMap((row) => [
        { index: { _id: String(row.passageNo) } },
        columnsOf(row),
      ])
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      const { body } = needs(await ask(`POST /${name}/_bulk?refresh=true`, text), 'new rows')
      if (body.errors === true) throw new Error('OpenSearch did not take all rows')
    },
    async remove(what) {
      for (const query of removalOf(what)) {
        const call = `POST /${name}/_delete_by_query?refresh=true&conflicts=proceed`
        needs(await ask(call, { query }), 'a removal')
      }
    },
    async near({ vector, limit: k, ...asked }: NearAsked) {
      const filter = { bool: { filter: conditionsOf(asked) } }
      const query = { knn: { vector: { vector: scaled(vector), k, filter } } }
      const asking = { size: k, _source: false, query }
      const { body } = needs(await ask(`POST /${name}/_search`, asking), 'what is near')
      const { hits } = body.hits as { hits: { _id: string }[] }
      return hits.map(({ _id }) => Number(_id))
    },
    async tend() {
      needs(await ask(`POST /${name}/_forcemerge?only_expunge_deletes=true`), 'a merge')
    },
  }
}

function shapeOf(dimension: number): unknown {
  const method = { name: 'hnsw', engine: 'lucene', space_type: 'l2' }
  const numbers = ['passage', 'dataset', 'object', 'created_at_s'].map((name) => [name, 'integer'])
  const words = ['modality', 'kind', 'lang', 'source'].map((name) => [name, 'keyword'])
  const columns = [...numbers, ...words].map(([name, type]) => [name, { type }])
  return {
    settings: { index: { knn: true } },
    mappings: {
      dynamic: 'strict',
      properties: {
        ...Object.fromEntries(columns),
        vector: { type: 'knn_vector', dimension, method },
      },
    },
  }
}

function columnsOf(row: OutsideRow): Record<string, unknown> {
  const { passageNo, datasetNo, objectNo, createdAtS, vector, ...words } = row
  const numbers = { passage: passageNo, dataset: datasetNo, object: objectNo }
  return { ...numbers, ...words, created_at_s: createdAtS, vector: scaled(vector) }
}

function conditionsOf({ datasetNos, filters }: Omit<NearAsked, 'vector' | 'limit'>): unknown[] {
  const { modality, kind, lang, source, afterS, beforeS } = filters
  const equal = Object.entries({ modality, kind, lang, source }).flatMap(([column, value]) =>
    value === undefined ? [] : [{ term: { [column]: value } }],
  )
  const range = { ...(afterS && { gte: afterS }), ...(beforeS && { lte: beforeS }) }
  return [
    ...(datasetNos === undefined ? [] : [{ terms: { dataset: datasetNos } }]),
    ...equal,
    ...(Object.keys(range).length === 0 ? [] : [{ range: { created_at_s: range } }]),
  ]
}

function removalOf(what: OutsideRemoval): unknown[] {
  const { datasetNos = [], objectNos = [], passageNos = [], afterPassageNo } = what
  const after = afterPassageNo === undefined ? [] : [{ range: { passage: { gt: afterPassageNo } } }]
  const named = Object.entries({ dataset: datasetNos, object: objectNos, passage: passageNos })
  return [
    ...after,
    ...named.flatMap(([column, all]) =>
      partsOf(all, namedMax).map((part) => ({ terms: { [column]: part } })),
    ),
  ]
}

function askerOf({ url, login }: Where): Ask {
  const authorization = login && `Basic ${Buffer.from(login).toString('base64')}`
  return async (call, body) => {
    const [method = '', path = ''] = call.split(' ')
    const isLines = typeof body === 'string'
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
      headers: {
        'content-type': isLines ? 'application/x-ndjson' : 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      },
      ...(body === undefined ? {} : { body: isLines ? body : JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
}

function needs(answer: Answer, what: string): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw new Error(`OpenSearch answers ${answer.status} to a request for ${what}`)
}
