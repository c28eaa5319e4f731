/** The decoders write a line to the console for each damaged packet: a file may be full of them. */
export function quietly<T>(work: () => T): T {
  const { error } = console
  console.error = () => {}
  try {
    return work()
  } finally {
    console.error = error
  }
}
