// What test files import as uvu where mutants are tried: they say their tests, and are told when.
// What supports them is loaded once for many: whatever it says is of the file whose turn it is.
export const suite = () => {
  const test = (name, handler) => {
    globalThis.__said.push({ name, handler })
  }
  test.run = () => {
    globalThis.__tests.push(...globalThis.__said.splice(0))
  }
  return test
}
export const test = suite()
