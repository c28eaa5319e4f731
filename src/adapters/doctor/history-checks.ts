import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { historyName } from '../history/open-history.ts'
import { newestIn } from '../history/ring-file.ts'
import type { Examination, Finding } from './finding.ts'

const minuteMs = 60_000
/** Written each minute: after so many of them something is wrong. */
const lateMs = 5 * minuteMs

/** Whether the figures of the last hours are written down: only a server that runs does that. */
export function historyFindings({ dataDir, nowMs, servingMs = null }: Examination): Finding[] {
  if (servingMs === null || servingMs < lateMs) return []
  const file = join(dataDir, historyName)
  const wrong = existsSync(file) ? faultOf(file, nowMs) : 'is not there'
  if (wrong === undefined) return []
  return [
    {
      check: 'metrics',
      level: 'warning',
      message: `${historyName} ${wrong}: figures of this time are lost.`,
      remedy:
        'The log of the server says why ("metrics.history cannot be kept"). Make room, and give ' +
        'the file to the user that runs the server; one that is damaged is made anew by the ' +
        'next start.',
    },
  ]
}

function faultOf(file: string, nowMs: number): string | undefined {
  try {
    const newestMs = newestIn(file)
    if (newestMs === undefined) return 'cannot be read as what it should be'
    if (newestMs === 0) return 'has not been written yet'
    const behind = Math.floor((nowMs - newestMs) / minuteMs)
    return behind * minuteMs < lateMs ? undefined : `is ${behind} minutes behind`
  } catch (error) {
    return `cannot be read (${(error as Error).message})`
  }
}
