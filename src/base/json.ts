export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * JSON with sorted keys and no white space, so that equal values give equal bytes
 * (a subset of RFC 8785: our numbers are integers). Members that are undefined are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value !== null && typeof value === 'object') {
    return `{${membersOf(value as Readonly<Record<string, unknown>>)}}`
  }
  return JSON.stringify(value ?? null)
}

/** One text that grows: each search has such a text made of what was asked. */
function membersOf(value: Readonly<Record<string, unknown>>): string {
  let text = ''
  for (const key of Object.keys(value).sort()) {
    const member = value[key]
    if (member === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`
  }
  return text
}
