import type { FileHandle } from 'node:fs/promises'
import { openNameless } from '../../base/nameless-file.ts'
import { ExtractFailed } from '../../domain/ingest/ports.ts'
import { type ExtractLimits, extractLimits, lineMaxBytes } from '../limits.ts'
import type { ChildLine } from '../sandbox/child-protocol.ts'
import { splitLines } from '../sandbox/split-lines.ts'
import { type ChildProgram, startChild } from '../sandbox/start-child.ts'
import { decodeMs, soundSecondsMax } from './decode-with-ffmpeg.ts'
import { ModelFailed } from './model-failed.ts'

/** What of the sound is not decoded by ourselves: `AAC`. */
export type NotDecoded = { codec: string }

/**
 * The sound of an open file as plain samples, decoded in the extraction child, in a file that has
 * lost its name already. Throws ModelFailed for one that is damaged, ExtractInterrupted, and the
 * system's error where there is no room.
 */
export async function decodeInChild(
  fd: number,
  options: {
    program: ChildProgram
    folder: string
    signal?: AbortSignal | undefined
    limits?: ExtractLimits
    /** So much is decoded at most. */
    secondsMax?: number
  },
): Promise<FileHandle | NotDecoded> {
  const out = await openNameless(options.folder)
  try {
    const { failed, cause } = await lastLine({ ...options, fd, outFd: out.fd })
    if (!failed) return out
    if (failed.code === 'unsupported_type') {
      await out.close()
      return { codec: failed.detail ?? 'a form that is not known' }
    }
    throw isOutOfRoom(cause) ? noRoom() : notHeard(failed.detail ?? failed.code)
  } catch (error) {
    await out.close()
    throw error instanceof ExtractFailed ? notHeard(error.code) : error
  }
}

async function lastLine(start: {
  program: ChildProgram
  fd: number
  outFd: number
  signal?: AbortSignal | undefined
  limits?: ExtractLimits
  secondsMax?: number
}): Promise<ChildLine> {
  const { limits = { ...extractLimits, wallMs: decodeMs }, signal, secondsMax, ...rest } = start
  const claims = { filename: '', contentType: '' }
  const told = { soundSecondsMax: secondsMax ?? soundSecondsMax, parentPid: process.pid }
  const about = { claims, pagesMax: 0, ...told }
  await using child = startChild({ ...rest, limits, signal, job: { task: 'sound', ...about } })
  for await (const lines of splitLines(child.pieces(), lineMaxBytes)) {
    for (const text of lines) {
      const line = JSON.parse(text) as ChildLine
      if (line.endSound || line.failed) return line
    }
  }
  throw await child.causeOfDeath()
}

function notHeard(reason: string): ModelFailed {
  return new ModelFailed(`its sound could not be decoded: ${reason}`)
}

function isOutOfRoom(cause: string | undefined): boolean {
  return /^Error: (ENOSPC|EDQUOT|EFBIG)\b/.test(cause ?? '')
}

function noRoom(): Error {
  return Object.assign(new Error('no room for the sound of a recording'), { code: 'ENOSPC' })
}
