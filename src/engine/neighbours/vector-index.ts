/** Some of the nodes of an index: which, and 1 at the number of each. */
export type NodeSet = { readonly list: Int32Array; readonly marks: Uint8Array }

export type NearNodes = { readonly nodes: Int32Array; readonly cosines: Float64Array }

/**
 * Distinct vectors of length 1, each a node with a number, in 16-bit integers: the part of 1 that
 * a number counts is 1/32767.
 */
export type VectorIndex = {
  readonly dimensions: number
  /** How many nodes there are. */
  size(): number
  /** The node of a vector: the same one for equal vectors. */
  add(vector: Int16Array): number
  vectorOf(node: number): Int16Array
  cosines(query: Int16Array, nodes: Int32Array): Float64Array
  /** The allowed nodes that are nearest, nearest first, none below the cutoff. */
  nearest(query: Int16Array, asked: { allowed: NodeSet; limit: number; cutoff: number }): NearNodes
}

/** Which node has the vector of which passage, in the order of the passages. */
export type NodeTable = { readonly passageNos: Int32Array; readonly nodes: Int32Array }

/** An index that can be kept in files beside the database, and be made anew without them. */
export type SavedIndex = VectorIndex & {
  /** Works on what makes searches faster, for so long; says whether nothing is left to do. */
  buildGraph(budgetMs: number): boolean
  /** How it searches now, for people. */
  describe(): string
  /** Writes everything down under this name: whole, or not at all. */
  save(generation: string, table: NodeTable): Promise<void>
  /** Takes over what was written under this name; undefined when it is not there or not whole. */
  restore(generation: string): NodeTable | undefined
  /** Reads what was written beside it to make searches faster; they go on meanwhile. */
  loadGraph(): Promise<void>
  /** Removes what was written under other names. */
  removeOthers(generation: string | undefined): void
}
