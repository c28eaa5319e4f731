/**
 * For servers of tests that are about other things than search: one thread looks into FTS5, no
 * keywords are held in memory and no model is loaded. Such a start takes half of the work.
 */
export const leanSettings = {
  KONTOR_LOG_LEVEL: 'error',
  KONTOR_SEARCH_WORKERS: '1',
  KONTOR_KEYWORD_MEMORY_MB: '0',
  KONTOR_EMBEDDING_MODEL: 'none',
}
