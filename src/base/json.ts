export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * JSON with sorted keys and no white space, so that equal values give equal bytes
 * (a subset of RFC 8785: our numbers are integers). Members that are undefined are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value ?? null)
}
