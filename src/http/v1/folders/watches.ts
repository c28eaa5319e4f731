import { del, get, post } from '../../route.ts'
import { FolderParams, StartWatchBody, WatchesReply, WatchReply } from './folders.schema.ts'
import { presentWatch } from './present-folders.ts'

const tag = 'Folders'
const who =
  'For platform administrators, and with objects:write for the people of the tenant that a root ' +
  'is set for (KONTOR_IMPORT_ROOTS); never for keys.'

export const startFolderWatch = post('/v1/folder-watches', {
  id: 'startFolderWatch',
  answersLater: true,
  summary: 'Keep taking what is new in a folder of this server into a dataset',
  description:
    `${who} The server does it by itself, for as long as it runs and after a restart. A file is ` +
    'taken once two looks saw it with the same size and time.',
  tag,
  access: 'session',
  body: StartWatchBody,
  status: 201,
  reply: WatchReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, body }) =>
    rooms.folders.startWatch(cmd, {
      rootId: body.root_id,
      path: body.folder,
      datasetId: body.dataset_id,
      everySeconds: body.every_seconds,
      remove: body.delete,
    }),
  present: presentWatch,
})

export const listFolderWatches = get('/v1/folder-watches', {
  id: 'listFolderWatches',
  summary: 'The folders that the server watches, with how it stands and what went wrong lately',
  description: `${who} The newest first.`,
  tag,
  access: 'session',
  reply: WatchesReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal }) => rooms.folders.listWatches(principal),
  present: (watches) => ({ watches: watches.map(presentWatch) }),
})

export const stopFolderWatch = del('/v1/folder-watches/:id', {
  id: 'stopFolderWatch',
  summary: 'Stop watching a folder; what was taken stays',
  description: who,
  tag,
  access: 'session',
  params: FolderParams,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params }) => rooms.folders.stopWatch(cmd, params.id),
})
