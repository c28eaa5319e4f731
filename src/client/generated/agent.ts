// Made by scripts/client-types from /openapi/a.json; a test compares the two.

export type MintDownload = {
  asset_id: string
  start_ms?: number | undefined
  end_ms?: number | undefined
  /** The search that led here; one that is not yours is left out */
  search_id?: string | undefined
}

export type McpMessage = {
  jsonrpc: '2.0'
  /** Comes back with the answer; without it the message is a notification */
  id?: string | number | undefined
  /** initialize, tools/list, tools/call and so on */
  method: string
  params?: { [name: string]: unknown } | undefined
}

export type SearchResponse = {
  results: SearchHit[]
  total: number
  total_relation: 'exact' | 'approximate'
  has_more: boolean
  limit: number
  offset: number
  /** The mode that was used: keyword for a hybrid search without the vectors at hand */
  mode: 'keyword' | 'semantic' | 'hybrid'
  /** Names this search for downloads; that of a search without a key names nothing */
  search_id: string
  facets: { modality: { [name: string]: number }; kind: { [name: string]: number } } | null
  charged_credits: number
  /** Absent without a key */
  available_credits?: number | undefined
  /**
   * What this key may still spend this month, by its budget or that of a key that it
   * comes from; absent without a budget
   */
  budget_left_credits?: number | undefined
  /** What was searched for instead, where nothing of a plain query is anywhere */
  corrected_query?: string | undefined
  /**
   * What of the query, or of the asset to be compared, could not be searched for;
   * absent where there is nothing to say
   */
  warnings?: string[] | undefined
  took_ms: number
}

export type SearchHit = {
  asset_id: string
  passage_id: string
  dataset_id: string
  tenant_id: string
  title: string
  filename: string
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  kind: 'transcript' | 'caption' | 'ocr' | 'doc_chunk' | 'user_text' | 'metadata'
  lang: string
  modality: 'audio' | 'image' | 'video' | 'document' | 'text'
  page: number | null
  time_start_ms: number | null
  time_end_ms: number | null
  /** 0 to 1, comparable within one mode */
  score: number
  snippet: string
  /** Names this hit of this search */
  retrieval_event_id: string
  /**
   * So many passages are left out: equal ones, of other assets too and wherever they
   * rank, and nearly equal ones of the same asset on this page
   */
  similar_count?: number | undefined
  /**
   * Other assets that have the same passage, at most 100; it is charged once, and
   * not at all where one of them is yours
   */
  also_in?: string[] | undefined
}

export type AgentError = { code: string; message: string; request_id: string }

export type PaymentRequired = {
  code: 'insufficient_credits' | 'search_allowance_exhausted'
  message: string
  operation: string
  required_credits: number
  available_credits?: number | undefined
  reset_at?: string | undefined
  /** What the key may spend a month */
  budget_credits?: number | undefined
  budget_spent?: number | undefined
  top_up?: { url: string; methods: string[] } | undefined
  next_step: string
}

export type Suggestions = {
  /** Queries, the likeliest first */ completions: string[]
  /** The query with its unknown words replaced; null when there is nothing to mend */
  did_you_mean: string | null
}

export type AssetWithPassages = {
  asset_id: string
  tenant_id: string
  dataset_id: string
  title: string
  filename: string
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  content_type: string
  modality: 'audio' | 'image' | 'video' | 'document' | 'text'
  /** und when it is not known */
  lang: string
  source: 'upload' | 'gdrive'
  status: 'indexed' | 'pending' | 'review' | 'rejected' | 'failed'
  size_bytes: number
  checksum_sha256: string
  duration_ms: number | null
  page_count: number | null
  passage_count: number
  /** Unix seconds */
  uploaded_at: number
  indexed_at: number | null
  /** Why it could not be indexed */
  error: string | null
  /** What was odd about the file, and indexed */
  warnings: string[]
  passages: Passage[]
}

export type Passage = {
  passage_id: string
  kind: 'transcript' | 'caption' | 'ocr' | 'doc_chunk' | 'user_text' | 'metadata'
  text: string
  lang: string
  page: number | null
  time_start_ms: number | null
  time_end_ms: number | null
}

export type Assets = {
  assets: Asset[]
  /** Pass its fields back for the next page; null on the last one */
  next: { after_uploaded_at: number; after_asset_id: string } | null
}

export type Asset = {
  asset_id: string
  tenant_id: string
  dataset_id: string
  title: string
  filename: string
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  content_type: string
  modality: 'audio' | 'image' | 'video' | 'document' | 'text'
  /** und when it is not known */
  lang: string
  source: 'upload' | 'gdrive'
  status: 'indexed' | 'pending' | 'review' | 'rejected' | 'failed'
  size_bytes: number
  checksum_sha256: string
  duration_ms: number | null
  page_count: number | null
  passage_count: number
  /** Unix seconds */
  uploaded_at: number
  indexed_at: number | null
  /** Why it could not be indexed */
  error: string | null
  /** What was odd about the file, and indexed */
  warnings: string[]
}

export type DownloadLink = {
  /** good for one fetch, without a credential */ url: string
  ttl_seconds: number
  expires_at: string
  /** what the fetch will cost, in cents */
  estimated_credits: number
  /** what is on the balance, in cents */
  available_credits: number
  /**
   * What this key may still spend this month, by its budget or that of a key that it
   * comes from; absent without a budget
   */
  budget_left_credits?: number | undefined
  size_bytes: number
  /** why a fetch would be refused as of now */
  warning?: string | undefined
  /** why the download is not attributed to the search that was named */
  note?: string | undefined
}

export type McpAnswer = {
  jsonrpc: '2.0'
  id: string | number | null
  result?: { [name: string]: unknown } | undefined
  error?: { code: number; message: string; data?: unknown | undefined } | undefined
}

export type AgentOperations = {
  /** Find passages */
  search: {
    input: {
      /**
       * Plain words are preferred, "phrases" and field:value required. AND, OR, NOT,
       * +must and -exclude make conditions, which parentheses group; with a * or ~ in
       * the query term* is a beginning and term~ allows one wrong letter. The whole
       * grammar: /docs/search
       */
      q: string
      /**
       * keyword goes by the words, semantic by what is meant, hybrid by both; without it
       * the deployment decides, as a rule for keyword. Phrases, fields and exclusions
       * hold in every mode.
       */
      mode?: 'keyword' | 'semantic' | 'hybrid' | undefined
      modality?: 'audio' | 'image' | 'video' | 'document' | 'text' | undefined
      kind?: 'transcript' | 'caption' | 'ocr' | 'doc_chunk' | 'user_text' | 'metadata' | undefined
      lang?: string | undefined
      source?: 'upload' | 'gdrive' | undefined
      /** Created at or after this unix second */
      after?: number | undefined
      /** Created at or before this unix second */
      before?: number | undefined
      sort?: 'relevance' | 'recent' | undefined
      limit?: number | undefined
      offset?: number | undefined
      /** Put ** around what matched */
      highlight?: boolean | undefined
      /**
       * At most so many characters of each passage: the sentences in which most of the
       * query stands. Without it the whole passage
       */
      snippet_chars?: number | undefined
      /** Count the matches by modality and kind */
      facets?: boolean | undefined
      /**
       * Send the same value again only when retrying the same search: it is then billed
       * once. The header x-request-id does the same and wins.
       */
      request_id?: string | undefined
    }
    reply: SearchResponse
  }
  /** How a query may go on, and what it may have been meant to be */
  suggest: { input: { q: string; limit?: number | undefined }; reply: Suggestions }
  /** One asset with all its passages in reading order */
  getAsset: { input: { id: string }; reply: AssetWithPassages }
  /** Passages of other assets that are like those of an asset */
  similar: {
    input: {
      id: string
      modality?: 'audio' | 'image' | 'video' | 'document' | 'text' | undefined
      kind?: 'transcript' | 'caption' | 'ocr' | 'doc_chunk' | 'user_text' | 'metadata' | undefined
      lang?: string | undefined
      source?: 'upload' | 'gdrive' | undefined
      /** Created at or after this unix second */
      after?: number | undefined
      /** Created at or before this unix second */
      before?: number | undefined
      limit?: number | undefined
      offset?: number | undefined
      /**
       * Send the same value again only when retrying the same search: it is then billed
       * once. The header x-request-id does the same and wins.
       */
      request_id?: string | undefined
    }
    reply: SearchResponse
  }
  /** The workspace's own assets, newest first */
  listAssets: {
    input: {
      limit?: number | undefined
      modality?: 'audio' | 'image' | 'video' | 'document' | 'text' | undefined
      status?: 'indexed' | 'pending' | 'review' | 'rejected' | 'failed' | undefined
      after_uploaded_at?: number | undefined
      after_asset_id?: string | undefined
    }
    reply: Assets
  }
  /** A single-use link to the original bytes of an asset */
  mintDownload: { input: MintDownload; reply: DownloadLink }
  /** The bytes behind a link, once */
  fetchDownload: { input: { token: string }; reply: Response }
  /** The same operations as tools of the Model Context Protocol */
  mcp: { input: McpMessage; reply: McpAnswer }
  /** The tools of MCP with the schemas of their arguments and results */
  mcpTools: { input: undefined; reply: { tools: { [name: string]: unknown }[] } }
}

export const agentOperations = {
  search: {
    method: 'GET',
    path: '/search',
    query: [
      'q',
      'mode',
      'modality',
      'kind',
      'lang',
      'source',
      'after',
      'before',
      'sort',
      'limit',
      'offset',
      'highlight',
      'snippet_chars',
      'facets',
      'request_id',
    ],
    answers: 'json',
  },
  suggest: { method: 'GET', path: '/search/suggest', query: ['q', 'limit'], answers: 'json' },
  getAsset: { method: 'GET', path: '/asset/{id}', answers: 'json' },
  similar: {
    method: 'GET',
    path: '/asset/{id}/similar',
    query: [
      'modality',
      'kind',
      'lang',
      'source',
      'after',
      'before',
      'limit',
      'offset',
      'request_id',
    ],
    answers: 'json',
  },
  listAssets: {
    method: 'GET',
    path: '/assets',
    query: ['limit', 'modality', 'status', 'after_uploaded_at', 'after_asset_id'],
    answers: 'json',
  },
  mintDownload: { method: 'POST', path: '/download', takes: 'body', answers: 'json' },
  fetchDownload: { method: 'GET', path: '/dl/{token}', answers: 'bytes' },
  mcp: { method: 'POST', path: '/mcp', takes: 'body', answers: 'json' },
  mcpTools: { method: 'GET', path: '/mcp/tools.json', answers: 'json' },
} as const
