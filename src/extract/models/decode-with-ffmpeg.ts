import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { openNameless } from '../../base/nameless-file.ts'
import { spawnConfined, type Wall } from '../sandbox/outer-wall.ts'
import { type Confinement, wallFor } from './confinement.ts'
import { ModelFailed } from './model-failed.ts'
import { sampleRate } from './samples.ts'

/** Of a longer recording the beginning is heard. */
export const soundSecondsMax = 4 * 3_600
export const decodeMs = 10 * 60_000
/** No list of other files, no network: only what holds its sound itself. */
const containers = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,flac,ogg,aac,wav,mpegts'
const sourceFd = 3

/**
 * The sound of an open file as plain samples, made by the system's ffmpeg, in a file that has lost
 * its name already. Throws ModelFailed.
 */
export async function decodeSound(
  fd: number,
  { ffmpeg, folder, signal, confinement }: Decoding,
): Promise<FileHandle> {
  const wall = await wallFor(confinement)
  const out = await openNameless(folder)
  try {
    const stdio: ('ignore' | number)[] = ['ignore', out.fd, 'ignore', fd]
    const child = spawnFfmpeg(ffmpeg, { stdio, wall })
    const timer = setTimeout(() => child.kill('SIGKILL'), decodeMs)
    const abort = () => child.kill('SIGKILL')
    signal?.addEventListener('abort', abort)
    try {
      const [code] = (await once(child, 'exit')) as [number | null]
      signal?.throwIfAborted()
      if (code !== 0) throw new ModelFailed('ffmpeg could not read its sound')
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    return out
  } catch (error) {
    await out.close()
    throw error
  }
}

type Decoding = {
  ffmpeg: string
  folder: string
  signal?: AbortSignal | undefined
  confinement: Confinement
}

type Place = { stdio: ('ignore' | number)[]; wall: Wall | undefined }

function spawnFfmpeg(file: string, { stdio, wall }: Place): ChildProcess {
  const [args, env] = [argumentsOf(), {}]
  if (wall === undefined) return spawn(file, args, { cwd: '/', env, stdio })
  const shown = { readable: [], system: true, fills: true }
  return spawnConfined(wall, { file, args, env, shown }, stdio)
}

function argumentsOf(): string[] {
  return [
    ...['-nostdin', '-v', 'error', '-protocol_whitelist', 'file'],
    ...['-format_whitelist', containers, '-i', `/dev/fd/${sourceFd}`],
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-t', `${soundSecondsMax}`],
    ...['-ac', '1', '-ar', `${sampleRate}`, '-f', 's16le', '-protocol_whitelist', 'pipe', 'pipe:1'],
  ]
}
