import {
  ExtractFailed,
  ExtractInterrupted,
  type ExtractorFile,
  type Inspection,
} from '../domain/ingest/ports.ts'
import { textTypes } from './formats/format.ts'
import { type openKeptTexts, textAfter, untilInspected } from './kept-texts.ts'
import { aheadMaxMs, type ExtractLimits, lineMaxBytes } from './limits.ts'
import { brokenOff } from './preview/send-preview.ts'
import type { FailureLine } from './sandbox/child-protocol.ts'
import { openReply } from './sandbox/read-reply.ts'
import { splitLines } from './sandbox/split-lines.ts'
import type { WatchedChild } from './sandbox/start-child.ts'

export type StartChild = (
  task: 'inspect' | 'extract',
  file: ExtractorFile,
) => { child: WatchedChild; ahead: boolean }

type Deps = {
  limits: ExtractLimits
  start: StartChild
  kept: ReturnType<typeof openKeptTexts>
  /** Told the type of each file. */
  saw(contentType: string | null): void
}

/**
 * Inspections in the child, which goes on to the end of the text where that is wanted. A child that
 * read other files of the owner before has the last word only when all is well: with any failure
 * the file is read again in a child of its own.
 */
export function openInspector(deps: Deps): (file: ExtractorFile) => Promise<Inspection> {
  return async (file) => {
    const first = await look(deps, file)
    const { inspection } = first
    const isWell = inspection && !inspection.failure && !hasProblem(inspection)
    if (isWell || !first.isReused || file.signal?.aborted) return resultOf(first)
    const { owner: _, ...alone } = file
    return resultOf(await look(deps, alone))
  }
}

type Look = { inspection?: Inspection; error?: unknown; isReused: boolean }

function resultOf({ inspection, error }: Look): Inspection {
  if (inspection) return inspection
  throw error
}

function hasProblem({ preview }: Inspection): boolean {
  return preview !== undefined && 'problem' in preview
}

async function look(deps: Deps, file: ExtractorFile): Promise<Look> {
  const reply = openReply(deps.limits, async () => {})
  const { child, ahead } = deps.start('inspect', file)
  await using _ = child
  try {
    const inspection = await inspectionBy(deps, { file, child, ahead, reply })
    return { inspection, isReused: child.isReused() }
  } catch (error) {
    const isReused = child.isReused()
    if (!(error instanceof ExtractFailed)) return { error, isReused }
    const inspected = reply.inspected()
    if (!inspected || inspected.failure) {
      return { inspection: { ...nothingSeen, ...reply.seen(), failure: error }, isReused }
    }
    const preview = brokenOff(error.code)
    return { inspection: { ...inspected, failure: null, preview }, isReused }
  }
}

async function inspectionBy(
  { kept, saw }: Deps,
  work: {
    file: ExtractorFile
    child: WatchedChild
    ahead: boolean
    reply: ReturnType<typeof openReply>
  },
): Promise<Inspection> {
  const { file, child, ahead, reply } = work
  const batches = splitLines(child.pieces(), lineMaxBytes)
  const rest: string[] = []
  const { endInspect } = await reply.lastLine(child, untilInspected(batches, rest))
  if (!endInspect) throw new ExtractInterrupted('the child did another task')
  saw(endInspect.sniffedContentType)
  const preview = reply.preview()
  const shown = preview === undefined ? {} : { preview }
  const inspection = { ...endInspect, failure: failureOf(endInspect.failure), ...shown }
  const goesOn = ahead && !inspection.failure
  const text = goesOn ? await inTime(textAfter(batches, rest)) : undefined
  if (!(child.isReused() && hasProblem(inspection))) kept.put(file, text)
  const isRead = goesOn ? text !== undefined : rest.length === 0
  const isText = textTypes.has(endInspect.sniffedContentType ?? '')
  // Not after anything that takes an engine of its own, or that went otherwise than it should.
  if (isRead && isText && !inspection.failure && !hasProblem(inspection)) child.release()
  return inspection
}

const nothingSeen = {
  sniffedContentType: null,
  pageCount: null,
  durationMs: null,
  textSample: '',
  warnings: [],
}

/** The inspection is what is waited for; the text may come later, too. */
function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), aheadMaxMs)
  work.catch(() => {})
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function failureOf(line: FailureLine | null): ExtractFailed | null {
  return line && new ExtractFailed(line)
}
