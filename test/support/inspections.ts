// Files to upload: what a house inspector writes.

/** Sentences that differ, so that each passage is another. */
export function prose(sentences: number): Buffer {
  const words = ['valve', 'boiler', 'meter', 'roof', 'cellar', 'pump', 'cable', 'filter']
  const text = Array.from({ length: sentences }, (_, i) => {
    const word = words[i % words.length]
    return `On visit ${i} the inspector found the ${word} number ${i * 7} in good order.`
  })
  return Buffer.from(text.join('\n'))
}

/** A page with little text and many bytes, more than the sockets between us can hold. */
export function largePage(): Buffer {
  const filler = `<!-- ${'filler '.repeat(2_300_000)}-->`
  return Buffer.from(`<html><body><p>The boiler is in good order.</p>${filler}</body></html>`)
}
