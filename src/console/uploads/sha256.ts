/** Read whole, as the browser's own SHA-256 wants it; longer files are checked by their parts. */
export const hashMaxBytes = 64 * 1024 * 1024

export async function sha256(bytes: Blob): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer()))
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
