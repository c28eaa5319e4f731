/**
 * Our choice: a tool's result has at most so many characters of JSON (about 15,000 tokens), well
 * below what clients hand on to a model. Only a page of 100 hits and a long asset come near it.
 */
export const resultCharsMax = 60_000
/** Snippets are cut to no less than this before hits are left for the next page. */
export const snippetCharsMin = 120
/** Our choice: each message of a batch is as much work as one of its own. */
export const batchMax = 20
/** How long a client of 2026-07-28 may keep the list of tools; a release changes it. */
export const toolsTtlMs = 300_000
