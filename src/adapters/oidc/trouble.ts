/** What went wrong with a provider, and why: for operators. Nothing of a token is in it. */
export function troubleOf(error: unknown): string {
  const parts: string[] = []
  // Networks say why three causes down; what goes deeper is a loop.
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    const { code, error: said, message } = at as Error & { code?: unknown; error?: unknown }
    for (const part of [code, said, message]) {
      if (typeof part === 'string' && part !== '') parts.push(part)
    }
  }
  return [...new Set(parts)].join(': ')
}
