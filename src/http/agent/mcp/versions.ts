/** Spec 4.1, POST /mcp: from 2024-11-05 through 2026-07-28, newest first. */
export const newestVersion = '2026-07-28'
/** Those that begin with `initialize`. */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
/** The only one with batches, and the one of a message that names none. */
export const batchVersion = '2025-03-26'
