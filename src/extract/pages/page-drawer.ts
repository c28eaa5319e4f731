import { Saturated } from '../../base/errors.ts'
import { openTurns } from '../../base/turns.ts'
import { ExtractFailed, type PageDrawer, PageRefused } from '../../domain/ingest/ports.ts'
import { type ExtractLimits, extractLimits, lineMaxBytes } from '../limits.ts'
import type { ChildJob, ChildLine } from '../sandbox/child-protocol.ts'
import { splitLines } from '../sandbox/split-lines.ts'
import { type ChildProgram, startChild } from '../sandbox/start-child.ts'
import { pagesAtOnce, pagesWaitingMax, pageWallMs } from './limits.ts'

const retryAfterSeconds = 2
const problemCharsMax = 300

/** Has pages drawn by the extraction child, a few at once, each with a process of its own. */
export function openPageDrawer(options: {
  program: ChildProgram
  limits?: Partial<ExtractLimits>
}): PageDrawer {
  const limits = { ...extractLimits, wallMs: pageWallMs, ...options.limits }
  const waiting = { max: pagesWaitingMax, refusal: busyNow }
  const inTurn = openTurns({ atOnce: pagesAtOnce, waiting })
  return {
    draw: ({ fd, outFd, claims, page: number, width }) => {
      const { pid: parentPid } = process
      const page = { number, width }
      const job: ChildJob = { task: 'page', claims, pagesMax: 0, parentPid, page }
      return inTurn(() => drawIn({ program: options.program, limits, job, fd, outFd }))
    },
  }
}

type Drawing = {
  program: ChildProgram
  limits: ExtractLimits
  job: ChildJob
  fd: number
  outFd: number
}

async function drawIn(drawing: Drawing): Promise<void> {
  await using child = startChild({ ...drawing, signal: undefined })
  for await (const lines of splitLines(child.pieces(), lineMaxBytes)) {
    for (const text of lines) {
      const { endPage, failed } = JSON.parse(text) as ChildLine
      if (endPage === 'drawn') return
      if (endPage === 'no such page') throw new PageRefused({ reason: 'no_such_page' })
      if (endPage) throw unable(`${endPage.problem}`.slice(0, problemCharsMax))
      if (failed) throw unable('This page cannot be drawn: the file is damaged.')
    }
  }
  const cause = await child.causeOfDeath()
  if (!(cause instanceof ExtractFailed)) throw notNow()
  const why = cause.code === 'memory' ? 'it takes too much memory' : 'it takes too long'
  throw unable(`This page cannot be drawn: ${why}.`)
}

function unable(message: string): PageRefused {
  return new PageRefused({ reason: 'cannot_be_drawn', message })
}

/** Its process was stopped from outside, or could not be started. */
function notNow(): Saturated {
  return new Saturated({ message: 'The page could not be drawn now.', retryAfterSeconds })
}

function busyNow(): Saturated {
  const message = 'Many pages are being drawn at the moment. Try again soon.'
  return new Saturated({ message, retryAfterSeconds })
}
