type Lists = { first: Int32Array; others: Int32Array; size: number }

/** The documents of one list, each once, and those of another that are not among them. */
export function union({ first, others, size }: Lists): Int32Array {
  const has = new Uint8Array(size)
  for (let i = 0; i < first.length; i++) has[first[i] as number] = 1
  const more = others.filter((docId) => has[docId] === 0)
  const all = new Int32Array(first.length + more.length)
  all.set(first)
  all.set(more, first.length)
  return all
}
