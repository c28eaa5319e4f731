import type { AnyRoute } from '../route.ts'
import * as imports from './folders/imports.ts'
import * as watches from './folders/watches.ts'

/** Folders of this machine, and what is imported from them. */
export const folderRoutes: readonly AnyRoute[] = [
  imports.listImportRoots,
  imports.getImportFolder,
  imports.startFolderImport,
  imports.listFolderImports,
  imports.getFolderImport,
  imports.listFolderImportFiles,
  imports.exportFolderImport,
  imports.cancelFolderImport,
  watches.startFolderWatch,
  watches.listFolderWatches,
  watches.stopFolderWatch,
]
