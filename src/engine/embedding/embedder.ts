/** Texts as vectors of one model, of any length; zero where a text says nothing to it. */
export type Embedder = {
  /** Another one as soon as any file of the model differs: a SHA-256. */
  readonly model: string
  /** For people. */
  readonly name: string
  readonly dimensions: number
  /** What has a lower cosine has nothing to do with the query. */
  readonly cutoff: number
  /** What its vocabulary has words of, in ISO 15924: texts in others say nothing to it. */
  readonly scripts: readonly string[]
  embedQuery(text: string): Float32Array | Promise<Float32Array>
  embedPassages(texts: readonly string[]): Float32Array[] | Promise<Float32Array[]>
  /** Reads passages word by word beside a query; only where that takes next to no time. */
  compareTerms?(query: string): TermComparer
}

/** A query beside which passages are read. */
export type TermComparer = {
  /** Its words that are known, each once, and how much each of them says. */
  readonly words: readonly { readonly text: string; readonly weight: number }[]
  /** Its other words. */
  readonly unknown: readonly string[]
  /** What the query says when each of these words counts so many times as much. */
  boosted(boosts: readonly number[]): Float32Array
  /** For each word of the query: the nearest word of the text, and how often near ones stand. */
  compare(text: string): TermSimilarities
  /** The words of a text, for any query to this model. */
  read(text: string): ReadWords
  /** The same as of the text; undefined: what was read then is not known any more. */
  compareRead(read: ReadWords): TermSimilarities | undefined
}

/** The words of a text by their numbers, and since when these hold. */
export type ReadWords = { readonly numbers: Int32Array; readonly since: number }

export type TermSimilarities = {
  /** The cosine of the nearest word; none below 0. */
  readonly nearest: Float64Array
  /** The same word counts 1, one that is half as near or less 0. */
  readonly frequencies: Float64Array
}

/** Where a model comes from: a folder, or what ships with the program. */
export type ModelSource = {
  readonly folder: string | null
  readonly queryPrefix: string
  readonly passagePrefix: string
  /** Instead of the model's own; null: that. */
  readonly cutoff: number | null
}

/** A model, as it is written down. */
export type ModelCard = {
  readonly model: string
  readonly name: string
  readonly dimensions: number
  readonly source: ModelSource
}
