/** The business did not go as it must. The message says what was expected, `seen` what came. */
export class DemoFailed extends Error {
  override readonly name = 'DemoFailed'
  readonly seen: string
  constructor(expected: string, seen: unknown) {
    super(expected)
    this.seen = typeof seen === 'string' ? seen : JSON.stringify(seen)
  }
}
