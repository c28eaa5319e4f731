import * as z from 'zod'
import { isoOf } from '../../base/clock.ts'
import type { PublicOffer } from '../../domain/catalog/index.ts'
import { escaped, prefixOf } from '../docs/page.ts'
import { type HttpFacts, route } from '../route.ts'
import { sendPublicPage } from './public-page.ts'
import { datasetData } from './schema-org.ts'
import { contentsOf, countOf, languagesOf, sizeOf } from './words.ts'

export const publicDataset = route({
  id: 'publicDataset',
  method: 'get',
  path: '/public/datasets/:id',
  summary: 'The page of a dataset that everybody can search',
  description: 'Not found for every other one, and where the public search is off.',
  tag: 'Public pages',
  access: 'none',
  rate: 'search',
  params: z.object({ id: z.string() }),
  status: 200,
  reply: z.string(),
  errors: [404, 429],
  raw: true,
  media: ['text/html'],
  run({ rooms, params, http }) {
    const offer = rooms.search.getPublic({ datasetId: params.id })
    const { baseUrl, publicFace: face } = http
    const data = datasetData({ face, baseUrl }, offer)
    sendPublicPage(http, { title: offer.dataset.name, content: contentOf(http, offer), data })
  },
})

function contentOf({ baseUrl }: HttpFacts, offer: PublicOffer): string {
  const { dataset, tenantName, passageCount, totalBytes } = offer
  const facts: [string, string][] = [
    ['Of', tenantName],
    ['In it', `${contentsOf(offer)}, ${countOf(passageCount, 'passage')}, ${sizeOf(totalBytes)}`],
    ['Languages', languagesOf(offer)],
    ['Tags', dataset.tags.join(', ')],
    ['Since', dayOf(dataset.createdAtMs)],
    ['Last added to', dataset.lastIngestAtMs === null ? '' : dayOf(dataset.lastIngestAtMs)],
    ['Number', dataset.datasetId],
  ]
  const rows = facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`)
  const about = dataset.description === null ? '' : `<p>${escaped(dataset.description)}</p>`
  return `<h1>${escaped(dataset.name)}</h1>
${about}
<dl>${rows.join('\n')}</dl>
<p><a href="${prefixOf(baseUrl)}/public">Search it, and how to get access</a></p>`
}

function dayOf(ms: number): string {
  return isoOf(ms).slice(0, 10)
}
