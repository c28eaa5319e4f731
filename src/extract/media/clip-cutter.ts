import { Saturated } from '../../base/errors.ts'
import { openNameless } from '../../base/nameless-file.ts'
import { bytesOf } from '../../base/open-bytes.ts'
import { openTurns, openTurnsByName } from '../../base/turns.ts'
import {
  type ClipAsked,
  type ClipCutter,
  ClipRefused,
  ClipTooLarge,
} from '../../domain/delivery/ports.ts'
import { ExtractFailed } from '../../domain/ingest/ports.ts'
import { type ExtractLimits, extractLimits, lineMaxBytes } from '../limits.ts'
import type { ChildLine } from '../sandbox/child-protocol.ts'
import { splitLines } from '../sandbox/split-lines.ts'
import { type ChildProgram, startChild } from '../sandbox/start-child.ts'

const cutsAtOnce = 2
const waitingMax = 16
/** So many of all these places one owner has; their others wait in a line of their own. */
const ofOwnerMax = 4
const retryAfterSeconds = 2

/**
 * Cuts clips in the extraction child, a few at once. The clip is written to a file that has lost
 * its name before its first byte: nothing is left of it however this process ends.
 */
export function openClipCutter(options: {
  program: ChildProgram
  folder: string
  limits?: ExtractLimits
}): ClipCutter {
  const waiting = { max: waitingMax, refusal: busyNow }
  const inTurn = openTurns({ atOnce: cutsAtOnce, waiting })
  const inTurnOf = openTurnsByName({ atOnce: ofOwnerMax, waiting })

  const cut: ClipCutter['cut'] = async ({ open, range, limitBytes }) => {
    const out = await openNameless(options.folder)
    try {
      await runChild({ ...options, open, range, limitBytes, outFd: out.fd })
      return bytesOf(out, (await out.stat()).size)
    } catch (error) {
      await out.close()
      throw error
    }
  }
  return { cut: (asked) => inTurnOf(asked.owner, () => inTurn(() => cut(asked))) }
}

type Cut = {
  program: ChildProgram
  limits?: ExtractLimits
  open: ClipAsked['open']
  outFd: number
  range: { startMs: number; endMs: number }
  limitBytes: number
}

async function runChild(cut: Cut): Promise<void> {
  const { program, limits = extractLimits, outFd, range, limitBytes } = cut
  await using recording = await cut.open()
  const { fd } = recording
  const claims = { filename: '', contentType: '' }
  const clip = { range, limitBytes }
  const job = { task: 'clip', claims, pagesMax: 0, parentPid: process.pid, clip } as const
  await using child = startChild({ program, limits, job, fd, outFd, signal: undefined })
  for await (const lines of splitLines(child.pieces(), lineMaxBytes)) {
    for (const text of lines) {
      const { endClip, failed } = JSON.parse(text) as ChildLine
      if (endClip === 'too large') throw new ClipTooLarge()
      if (endClip) return
      if (failed) throw new ClipRefused(failed.detail ?? failed.code)
    }
  }
  const cause = await child.causeOfDeath()
  throw cause instanceof ExtractFailed ? new ClipRefused(cause.code) : cause
}

/** Who comes when too many wait is told to come again. */
function busyNow(): Saturated {
  const message = 'Many clips are being cut at the moment; nothing was charged. Try again soon.'
  return new Saturated({ message, retryAfterSeconds })
}
