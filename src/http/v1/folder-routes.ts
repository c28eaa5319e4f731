import type { AnyRoute } from '../route.ts'
import {
  cancelFolderImport,
  exportFolderImport,
  getFolderImport,
  getImportFolder,
  listFolderImportFiles,
  listFolderImports,
  listImportRoots,
  startFolderImport,
} from './folders/imports.ts'
import { listFolderWatches, startFolderWatch, stopFolderWatch } from './folders/watches.ts'

/** Folders of this machine, and what is imported from them. */
export const folderRoutes: readonly AnyRoute[] = [
  listImportRoots,
  getImportFolder,
  startFolderImport,
  listFolderImports,
  getFolderImport,
  listFolderImportFiles,
  exportFolderImport,
  cancelFolderImport,
  startFolderWatch,
  listFolderWatches,
  stopFolderWatch,
]
