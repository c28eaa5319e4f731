// What test files import as uvu where mutants are tried: they say their tests, and are told when.
export const suite = () => {
  const tests = []
  const test = (name, handler) => {
    tests.push({ name, handler })
  }
  test.run = () => {
    globalThis.__tests.push(...tests.splice(0))
  }
  return test
}
export const test = suite()
