import { csvLine } from '../../base/csv.ts'
import type { Principal } from '../identity/index.ts'
import type { ImportedFile } from './import-record.ts'
import { everyFileOf } from './imports.ts'
import type { FoldersRoom } from './room.ts'

export const reportFormats = ['jsonl', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** So many files are written at once. */
const pieceFiles = 500

/**
 * What became of every file of an import, in pieces: a report of a hundred thousand files holds
 * nobody up. Throws Forbidden, NotFound.
 */
export function reportImport(
  room: FoldersRoom,
  principal: Principal,
  { importId, format }: { importId: string; format: ReportFormat },
): AsyncGenerator<string> {
  return inPieces(everyFileOf(room, principal, importId), format)
}

type Line = (file: ImportedFile) => string

const csvOf: Line = ({ path, outcome, bytes, objectId, reason }) =>
  csvLine([path, outcome, bytes, objectId, reason])

const jsonOf: Line = ({ path, bytes, objectId, outcome, reason }) => {
  const line = { file_path: path, outcome, size_bytes: bytes, object_id: objectId, reason }
  return `${JSON.stringify(line)}\n`
}

async function* inPieces(
  files: Iterable<ImportedFile>,
  format: ReportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(['file_path', 'outcome', 'size_bytes', 'object_id', 'reason'])
  const lineOf = format === 'csv' ? csvOf : jsonOf
  let lines: string[] = []
  for (const file of files) {
    if (lines.push(lineOf(file)) < pieceFiles) continue
    yield lines.join('')
    lines = []
  }
  if (lines.length > 0) yield lines.join('')
}
