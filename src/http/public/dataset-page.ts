import * as z from 'zod'
import type { PublicEntry } from '../../domain/search/index.ts'
import { escaped } from '../docs/page.ts'
import { get } from '../route.ts'
import { sendPublicPage } from './public-page.ts'
import { datasetData } from './schema-org.ts'
import { Lang, type Speech, speechOf } from './speech/speech.ts'
import { contentsOf, dayOf, languagesOf, pricesOf, sizeOf } from './words.ts'

export const publicDataset = get('/public/datasets/:id', {
  id: 'publicDataset',
  summary: 'The page of a dataset that everybody can search',
  description: 'Not found for every other one, and where the public search is off.',
  tag: 'Public pages',
  access: 'none',
  showsPages: 'open',
  rate: 'search',
  params: z.object({ id: z.string() }),
  query: z.object({ lang: Lang }),
  reply: z.string(),
  errors: [400, 404, 429],
  raw: true,
  media: ['text/html'],
  run({ rooms, params, query, http }) {
    const offer = rooms.search.getPublic({ datasetId: params.id })
    const { baseUrl, publicFace: face } = http
    const speech = speechOf(http, query.lang)
    const data = datasetData({ face, baseUrl }, offer)
    const content = contentOf(speech, offer)
    const { name: title, description } = offer.dataset
    const about = description ?? speech.words.marketplace(face.name)
    sendPublicPage(http, { title, content, about, isAnswer: false, data, speech })
  },
})

function contentOf(speech: Speech, offer: PublicEntry): string {
  const { dataset, tenantName, passageCount, totalBytes } = offer
  const { facts: names, passages, searchIt } = speech.words
  const inIt = [contentsOf(speech, offer), passages(passageCount), sizeOf(speech, totalBytes)]
  const { createdAtMs, lastIngestAtMs } = dataset
  const facts: [string, string][] = [
    [names.of, tenantName],
    [names.inIt, inIt.join(', ')],
    [names.languages, languagesOf(speech, offer)],
    [names.tags, dataset.tags.join(', ')],
    [names.since, dayOf(speech, createdAtMs)],
    [names.lastAdded, lastIngestAtMs === null ? '' : dayOf(speech, lastIngestAtMs)],
    [names.prices, pricesOf(speech, offer)],
    [names.number, dataset.datasetId],
  ]
  const rows = facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<dt>${name}</dt><dd dir="auto">${escaped(value)}</dd>`)
  if (dataset.license !== null) rows.push(linkOf(names.license, { address: dataset.license }))
  const about =
    dataset.description === null ? '' : `<p dir="auto">${escaped(dataset.description)}</p>`
  return `<h1 dir="auto">${escaped(dataset.name)}</h1>
${about}
<dl>${rows.join('\n')}</dl>
<p><a href="${speech.to('/public')}">${searchIt}</a></p>`
}

function linkOf(name: string, { address }: { address: string }): string {
  const shown = escaped(address)
  return `<dt>${name}</dt><dd><a href="${shown}" rel="license noreferrer">${shown}</a></dd>`
}
