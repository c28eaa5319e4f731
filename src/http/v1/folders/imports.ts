import { Readable } from 'node:stream'
import { get, post } from '../../route.ts'
import * as schemas from './folders.schema.ts'
import { presentImport, presentRoot } from './present-folders.ts'

const tag = 'Folders'
const who =
  'For platform administrators, and with objects:write for the people of the tenant that a root ' +
  'is set for (KONTOR_IMPORT_ROOTS); never for keys.'
const asked = { tag, access: 'session', params: schemas.FolderParams } as const

export const listImportRoots = get('/v1/import-roots', {
  id: 'listImportRoots',
  summary: 'The folders of this server that the caller may import from',
  description: `${who} None unless a setting names some.`,
  tag,
  access: 'session',
  reply: schemas.RootsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal }) => ({
    roots: rooms.folders.listRoots(principal),
    isAll: principal.isPlatformAdmin,
  }),
  present: ({ roots, isAll }) => ({ roots: roots.map((root) => presentRoot(root, isAll)) }),
})

export const getImportFolder = get('/v1/import-roots/:id/folders', {
  ...asked,
  id: 'getImportFolder',
  summary: 'What lies in a folder below a root: the folders by name, the files by number',
  description: `${who} What begins with a dot and links are left out, as imports do.`,
  query: schemas.LookQuery,
  reply: schemas.LookReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, principal, params: { id }, query }) =>
    rooms.folders.lookInto(principal, { rootId: id, path: query.folder, cursor: query.cursor }),
  present: ({ rootId, path, folders, files, bytes, nextCursor }) => ({
    root_id: rootId,
    folder: path,
    folders,
    files,
    bytes,
    next_cursor: nextCursor,
  }),
})

export const startFolderImport = post('/v1/folder-imports', {
  id: 'startFolderImport',
  answersLater: true,
  summary: 'Take a folder of this server into a dataset, or say what would be taken',
  description:
    `${who} What is taken waits for review and counts as the tenant's storage. It goes on in the ` +
    'background, also after a restart; given again it takes what is missing. What came of each ' +
    'file is kept, of the last 20 of a tenant; a file that is deleted loses its name there, too.',
  tag,
  access: 'session',
  body: schemas.StartImportBody,
  status: 202,
  reply: schemas.ImportReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, body }) =>
    rooms.folders.startImport(cmd, {
      rootId: body.root_id,
      path: body.folder,
      datasetId: body.dataset_id,
      dryRun: body.dry_run,
      remove: body.delete,
    }),
  present: presentImport,
})

export const listFolderImports = get('/v1/folder-imports', {
  id: 'listFolderImports',
  summary: 'Imports of folders that are under way or kept, the newest first',
  description: who,
  tag,
  access: 'session',
  reply: schemas.ImportsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal }) => rooms.folders.listImports(principal),
  present: (imports) => ({ imports: imports.map(presentImport) }),
})

export const getFolderImport = get('/v1/folder-imports/:id', {
  ...asked,
  id: 'getFolderImport',
  summary: 'How far one of them is, and what came of it so far',
  description: who,
  reply: schemas.ImportReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) => rooms.folders.getImport(principal, params.id),
  present: presentImport,
})

export const listFolderImportFiles = get('/v1/folder-imports/:id/files', {
  ...asked,
  id: 'listFolderImportFiles',
  summary: 'The files of one outcome: taken, there already, refused with the reason, and so on',
  description: `${who} While the import runs the list grows at its end.`,
  query: schemas.ImportFilesQuery,
  reply: schemas.ImportFilesReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params: { id }, query }) =>
    rooms.folders.listImportFiles(principal, { importId: id, ...query }),
  present: ({ files, total, nextCursor }) => ({
    files: files.map(({ path, outcome, bytes, objectId, reason }) => ({
      file_path: path,
      outcome,
      size_bytes: bytes,
      object_id: objectId,
      reason,
    })),
    total,
    next_cursor: nextCursor,
  }),
})

export const exportFolderImport = get('/v1/folder-imports/:id/report', {
  ...asked,
  id: 'exportFolderImport',
  summary: 'What became of every file, as JSON Lines or CSV to keep',
  description: `${who} Streamed in pieces.`,
  query: schemas.ReportQuery,
  reply: null,
  errors: [400, 401, 403, 404],
  raw: true,
  media: ['application/x-ndjson', 'text/csv'],
  run({ rooms, principal, params: { id }, query: { format }, http: { ctx } }) {
    const report = rooms.folders.reportImport(principal, { importId: id, format })
    ctx.status = 200
    const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson'
    ctx.set('Content-Type', `${type}; charset=utf-8`)
    ctx.set('Content-Disposition', `attachment; filename="import-${id}.${format}"`)
    ctx.set('Cache-Control', 'private, no-store')
    ctx.body = Readable.from(report)
  },
})

export const cancelFolderImport = post('/v1/folder-imports/:id/cancel', {
  ...asked,
  id: 'cancelFolderImport',
  answersLater: true,
  summary: 'End an import that is under way; what was taken stays',
  description: who,
  reply: schemas.ImportReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params }) => rooms.folders.cancelImport(cmd, params.id),
  present: presentImport,
})
