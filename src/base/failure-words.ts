type Failure = {
  message?: string
  code?: string
  cause?: unknown
  errors?: readonly unknown[]
}

/** What kept a request from being answered, for people: never empty, and in one line. */
export function failureWords(error: unknown): string {
  const { message = String(error), code, cause, errors = [] } = (error ?? {}) as Failure
  // In the words of OpenSSL it is a file, a line and a function.
  if (message.includes('wrong version number')) return 'https:// is asked of plain http://'
  // A name with several addresses fails once for each, and has no words of its own.
  const [first] = errors
  if (first !== undefined) return failureWords(first)
  if (cause instanceof Error) {
    const why = failureWords(cause)
    return message === 'fetch failed' || message === '' ? why : `${message}: ${why}`
  }
  return message.trim().split('\n')[0] || code || 'no reason was given'
}
