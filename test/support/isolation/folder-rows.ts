// Folders of the server: who is told what of them, and every status that their routes document.
import { type ContractRow, endpoint } from './contract-row.ts'
import { byOperator, data, no, type Row, sessionOnly } from './words.ts'

const imports = '/v1/folder-imports'
const start = { root_id: 'root_unknown', folder: '', dataset_id: '{dataset}' }

/** Nobody's folder is anybody's here: without the setting there is none. */
const foreignOf = (call: string, told: Row['foreign'], body?: unknown): Row => ({
  call,
  needs: 'session',
  foreign: told,
  narrow: sessionOnly,
  ...(body === undefined ? {} : { body }),
})

export const folderRows: Record<string, Row> = {
  listImportRoots: foreignOf('GET /v1/import-roots', data({ roots: [] })),
  getImportFolder: foreignOf('GET /v1/import-roots/root_unknown/folders', no('folder')),
  startFolderImport: foreignOf(`POST ${imports}`, no('folder'), start),
  listFolderImports: foreignOf(`GET ${imports}`, data({ imports: [] })),
  getFolderImport: foreignOf(`GET ${imports}/imp_unknown`, no('import')),
  listFolderImportFiles: foreignOf(`GET ${imports}/imp_unknown/files`, no('import')),
  exportFolderImport: foreignOf(`GET ${imports}/imp_unknown/report`, no('import')),
  cancelFolderImport: foreignOf(`POST ${imports}/imp_unknown/cancel`, no('import')),
  startFolderWatch: foreignOf('POST /v1/folder-watches', no('folder'), start),
  listFolderWatches: foreignOf('GET /v1/folder-watches', data({ watches: [] })),
  getFirstHour: byOperator('GET /v1/admin/first-hour'),
  changeFirstHour: byOperator('PATCH /v1/admin/first-hour', { put_aside: false }),
  tryAddress: byOperator('POST /v1/admin/first-hour/address'),
  tryMail: byOperator('POST /v1/admin/first-hour/mail'),
  addSamples: byOperator('POST /v1/admin/first-hour/samples'),
  removeSamples: byOperator('DELETE /v1/admin/first-hour/samples'),
  stopFolderWatch: foreignOf('DELETE /v1/folder-watches/fwt_unknown', no('watched folder')),
}

const missing = { status: 404, code: 'not_found' }
const bad = { status: 400, code: 'bad_request' }
const needs = 'session'
const hour = '/v1/admin/first-hour'
const operator = { as: 'operator', needs: 'operator' } as const

export const folderContract: readonly ContractRow[] = [
  ...endpoint({ of: 'GET /v1/import-roots', needs }, [{ status: 200, has: { roots: [] } }]),
  ...endpoint(
    {
      of: 'GET /v1/import-roots/{id}/folders',
      call: 'GET /v1/import-roots/root_unknown/folders',
      needs,
    },
    [missing],
  ),
  ...endpoint({ of: `POST ${imports}`, needs, body: start }, [{ ...bad, body: {} }, missing]),
  ...endpoint({ of: `GET ${imports}`, needs }, [{ status: 200, has: { imports: [] } }]),
  ...endpoint({ of: `GET ${imports}/{id}`, call: `GET ${imports}/imp_unknown`, needs }, [missing]),
  ...endpoint(
    { of: `GET ${imports}/{id}/files`, call: `GET ${imports}/imp_unknown/files`, needs },
    [{ ...bad, call: `GET ${imports}/imp_unknown/files?outcome=lost` }, missing],
  ),
  ...endpoint(
    { of: `GET ${imports}/{id}/report`, call: `GET ${imports}/imp_unknown/report`, needs },
    [missing],
  ),
  ...endpoint(
    { of: `POST ${imports}/{id}/cancel`, call: `POST ${imports}/imp_unknown/cancel`, needs },
    [missing],
  ),
  ...endpoint({ of: 'POST /v1/folder-watches', needs, body: start }, [
    { ...bad, body: { ...start, every_seconds: 1 } },
    missing,
  ]),
  ...endpoint({ of: `GET ${hour}`, ...operator }, [{ status: 200, has: { put_aside: false } }]),
  ...endpoint({ of: `PATCH ${hour}`, ...operator, body: { put_aside: false } }, [
    { ...bad, body: { put_aside: 'no' } },
    { status: 200, has: { put_aside: false } },
  ]),
  ...endpoint({ of: `POST ${hour}/address`, ...operator }, [{ status: 409, code: 'conflict' }]),
  ...endpoint({ of: `POST ${hour}/mail`, ...operator }, [{ status: 409, code: 'conflict' }]),
  ...endpoint({ of: `POST ${hour}/samples`, ...operator }, []),
  ...endpoint({ of: `DELETE ${hour}/samples`, ...operator }, [missing]),
  ...endpoint({ of: 'GET /v1/folder-watches', needs }, [{ status: 200, has: { watches: [] } }]),
  ...endpoint(
    { of: 'DELETE /v1/folder-watches/{id}', call: 'DELETE /v1/folder-watches/fwt_unknown', needs },
    [missing],
  ),
]

const setUp = 'test/http/v1/admin/first-hour.test.ts'
const here = 'test/http/v1/folders/folders.test.ts'

export const foldersElsewhere: Readonly<Record<string, string>> = {
  'GET /v1/import-roots/{id}/folders': here,
  [`POST ${imports}`]: here,
  [`GET ${imports}/{id}`]: here,
  [`GET ${imports}/{id}/files`]: here,
  [`GET ${imports}/{id}/report`]: here,
  [`POST ${imports}/{id}/cancel`]: here,
  'POST /v1/folder-watches': here,
  'DELETE /v1/folder-watches/{id}': here,
  [`POST ${hour}/address`]: setUp,
  [`POST ${hour}/mail`]: setUp,
  [`POST ${hour}/samples`]: setUp,
  [`DELETE ${hour}/samples`]: setUp,
}
