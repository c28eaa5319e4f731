import type { AnyRoute } from '../route.ts'
import { catalogJsonLd, catalogTurtle } from './catalog-files.ts'
import { robotsText, sitemap } from './crawlers.ts'
import { publicDataset } from './dataset-page.ts'
import { publicHome } from './home.ts'
import { publicLogo } from './logo.ts'

/** What everybody sees where the public search is on: people, search engines and data portals. */
export const publicRoutes: readonly AnyRoute[] = [
  publicHome,
  publicDataset,
  publicLogo,
  catalogTurtle,
  catalogJsonLd,
  robotsText,
  sitemap,
] as unknown as readonly AnyRoute[]
