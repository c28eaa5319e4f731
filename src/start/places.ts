import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Where the single file may unpack, best first: the folder that the operator named and no other;
 * else what systemd gives as cache, the user's cache, and the folder of temporary files.
 */
export function cachePlaces(environment: Environment): string[] {
  const { KONTOR_CACHE_DIR, CACHE_DIRECTORY, XDG_CACHE_HOME, HOME } = environment
  if (KONTOR_CACHE_DIR) return [resolve(KONTOR_CACHE_DIR)]
  return [
    // There may be several, with colons between them.
    ...(CACHE_DIRECTORY ? [CACHE_DIRECTORY.split(':')[0] as string] : []),
    ...(XDG_CACHE_HOME ? [join(XDG_CACHE_HOME, 'kontor')] : []),
    ...(HOME ? [join(HOME, '.cache/kontor')] : []),
    join(tmpdir(), `kontor-${process.getuid?.() ?? 'cache'}`),
  ].map((place) => resolve(place))
}
