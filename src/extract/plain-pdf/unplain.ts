/** Something that this reader leaves to the engine: unusual, unsound, or not certain. */
export class Unplain extends Error {
  override readonly name = 'Unplain'
}

export function unplain(what: string): never {
  throw new Unplain(what)
}
