import type { AnyRoute } from '../route.ts'
import { docsAsset } from './assets.ts'
import { llms } from './llms.ts'
import { manualRoutes } from './manual.ts'
import { referencePages } from './reference.ts'
import { serverCard } from './server-card.ts'

/** Pages and files for readers, and for programs that look around before they connect. */
export const docsRoutes: readonly AnyRoute[] = [
  ...referencePages,
  ...manualRoutes,
  docsAsset,
  llms,
  serverCard,
]
