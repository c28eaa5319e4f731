/** The business did not go as it must. The message says what was expected, `seen` what came. */
export class DemoFailed extends Error {
  override readonly name = 'DemoFailed'
  readonly seen: string
  constructor(expected: string, seen: string) {
    super(expected)
    this.seen = seen
  }
}
