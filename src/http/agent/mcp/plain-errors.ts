import * as z from 'zod'

/** What the protocol's library says of parameters of another kind: a list of faults, as text. */
const Faults = z
  .array(z.looseObject({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
  .min(1)
const Refused = z.looseObject({
  error: z.looseObject({ code: z.int(), message: z.string() }),
})

const invalidParams = -32_602
const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/**
 * An answer, or a list of them, in which such a list of faults is one sentence on the first of
 * them, and the caller's fault: of some methods the library says that it is its own.
 */
export function withPlainErrors(text: string): string {
  if (!text.includes('"error":{"code":') || !text.includes('\\"path\\":')) return text
  const body: unknown = JSON.parse(text)
  return JSON.stringify(Array.isArray(body) ? body.map(plain) : plain(body))
}

function plain(answer: unknown): unknown {
  const refused = Refused.safeParse(answer)
  if (!refused.success) return answer
  const { error, ...others } = refused.data
  const message = sentenceOf(error.message)
  if (message === undefined) return answer
  return { ...others, error: { ...error, code: invalidParams, message } }
}

function sentenceOf(text: string): string | undefined {
  const at = text.indexOf('[\n')
  if (at < 0) return undefined
  const faults = Faults.safeParse(parsed(text.slice(at)))
  const [first] = faults.data ?? []
  if (!first) return undefined
  const kind = kinds[String(first.expected)]
  const place = first.path.join('.')
  return kind === undefined ? `${place}: ${first.message}` : `${place} must be ${kind}.`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
