import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { S3Place } from '../../base/s3-place.ts'
import { writeWhole } from '../../base/write-whole.ts'

/** The program Litestream is not there, is another one, or did not do what it was asked for. */
export class LitestreamRefused extends Error {
  override readonly name = 'LitestreamRefused'
}

export type Replica = {
  program: string
  place: S3Place
  /** Of this epoch: what a server ships that was replaced is not mixed with what follows it. */
  epoch: number
}

const answerMs = 10_000
/** Where a program is looked for that is named without its folder. */
export const usualPath = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }
/** A restore has a line for each piece of the log. */
const saidMaxBytes = 64 * 1024 * 1024
const known = /^v?0\.3\./

/** Throws LitestreamRefused where there is none, or none whose words are known here. */
export async function requireLitestream(program: string): Promise<void> {
  const version = await run(program, ['version']).catch((error: NodeJS.ErrnoException) => {
    throw new LitestreamRefused(
      `Litestream cannot be run as ${program} (${error.code ?? error.message}). Install version ` +
        '0.3.13 of https://litestream.io, and name it in KONTOR_LITESTREAM if it is elsewhere.',
    )
  })
  if (known.test(version.trim())) return
  throw new LitestreamRefused(
    `${program} is Litestream ${version.trim()}; kontor standby knows 0.3.13: later ones say in ` +
      'other words how far they have shipped.',
  )
}

/** Keys are in its environment, not in its file. */
export function environmentFor({ accessKey, secretKey }: S3Place): NodeJS.ProcessEnv {
  return {
    ...usualPath,
    LITESTREAM_ACCESS_KEY_ID: accessKey,
    LITESTREAM_SECRET_ACCESS_KEY: secretKey,
  }
}

const configName = 'litestream.yml'

/** Writes what Litestream is to do. Gives the file. */
export function writeConfig(dataDir: string, replica: Replica): string {
  const file = join(dataDir, configName)
  const database = join(dataDir, 'kontor.db')
  writeWhole({ file, text: configText(database, replica) })
  return file
}

/** In YAML every text may be written as JSON has it. */
export function configText(database: string, { place, epoch }: Replica): string {
  const text = JSON.stringify
  const { bucket, prefix, endpoint, region, pathStyle } = place
  return `# Written by kontor at each start: changes are lost.
logging:
  type: json
dbs:
  - path: ${text(database)}
    monitor-interval: 250ms
    replicas:
      - type: s3
        bucket: ${text(bucket)}
        path: ${text(pathOf(prefix, epoch))}
        endpoint: ${text(endpoint)}
        region: ${text(region)}
        force-path-style: ${pathStyle}
        sync-interval: 500ms
`
}

function pathOf(prefix: string, epoch: number): string {
  return `${prefix}epoch-${String(epoch).padStart(10, '0')}`
}

/** What a program said, in its own words. Throws what execFile does; it is ended by the signal. */
export async function run(
  program: string,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<string> {
  const limits = env
    ? { env, signal, maxBuffer: saidMaxBytes }
    : { env: usualPath, signal, timeout: answerMs }
  const { stdout } = await promisify(execFile)(program, [...args], limits)
  return stdout
}
