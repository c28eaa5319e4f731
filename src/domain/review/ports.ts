/** What the inspection of a file found, as the reviewer sees it. */
export type StoredInspection = {
  sniffedContentType: string | null
  /** Sentences, such as a type that is not the declared one. */
  warnings: readonly string[]
  /** The beginning of the text. */
  textSample: string | null
  pageCount: number | null
  durationMs?: number | null | undefined
}
