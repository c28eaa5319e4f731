/** An element of an XML text, as far as it is held. */
export type XmlNode = {
  name: string
  /** Its attributes, and what elements within it are for it. */
  fields: { name: string; value: string; isAttribute: boolean }[]
  /** Of their names and values. */
  fieldChars: number
  content: (string | XmlNode)[]
  /** Of all text in it. */
  length: number
  children: number
  /** Of its own. */
  hasText: boolean
  /** It holds bytes that are written as letters. */
  isBytes?: boolean
  /** The beginning of a tag in it, told with what follows. */
  rest?: string
}

export function nodeOf(name: string): XmlNode {
  return { name, fields: [], fieldChars: 0, content: [], length: 0, children: 0, hasText: false }
}
