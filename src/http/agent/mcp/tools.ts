import * as z from 'zod'
import { idText } from '../../fields.ts'
import { getAsset } from '../asset.ts'
import { listAssets } from '../assets.ts'
import { mintDownload } from '../download.ts'
import { search } from '../search.ts'
import { shortenAsset, shortenAssetList, shortenSearch } from './shorten.ts'
import type { HitPrices, Tool } from './tool.ts'

const searchTool: Tool = {
  name: 'search',
  title: 'Search passages',
  description: (prices) =>
    'Find passages in the private documents, recordings and images that this key may see. Begin ' +
    'here. A hit holds the passage itself (snippet) with its page or time, so most questions are ' +
    'answered without reading or buying a file; cite asset_id with page or time. ' +
    'Cost: one search of the monthly allowance, also when nothing is found, and ' +
    `${priceOfHits(prices)}; own data, and what this workspace had within 24 hours, is free. So ` +
    'send limit, such as 3: without it come 10 hits. charged_credits is what it cost; where ' +
    'budget_left_credits is there, stop before it is 0. Narrow one good query with lang, ' +
    'modality, kind, after and before rather than try many; go on with offset while has_more ' +
    'is true, as truncated says where it is there. Keep search_id for request_download.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  route: search,
  place: 'query',
  names: { query: 'q' },
  notes: {
    lang: 'Language of the passage, such as de',
    source: 'How the file came to its provider',
    limit: 'At most so many hits, each at its price; 10 when left out, 3 answer most questions',
    offset: 'So many hits are skipped: as many as were already given',
    request_id:
      'Leave it out. Only to repeat a search whose answer was lost: send the value of the first ' +
      'attempt with the same arguments, and both are billed as one.',
  },
  cut: z.object({
    truncated: z.string().optional().meta({ description: 'What was cut, and how to get it' }),
  }),
  shorten: shortenSearch,
}

/** What the operator's settings say, in the words of a model's budget. */
function priceOfHits(prices: HitPrices): string {
  const { retrievalStandardCents: standard, retrievalPremiumCents: premium } = prices
  if (standard === 0 && premium === 0) return 'nothing for its hits'
  const credits = (cents: number) => `${cents} ${cents === 1 ? 'credit' : 'credits'}`
  const dearer = premium === standard ? '' : ` (${premium} of premium or curated data)`
  return `${credits(standard)} for each hit${dearer}, a credit being a cent`
}

const getAssetTool: Tool = {
  name: 'get_asset',
  title: 'Read an asset',
  description:
    'Read all text of one asset in reading order, with pages or times: after a search, when the ' +
    'passage that was found is not enough and its surroundings matter. ' +
    'Cost: none, but it counts in the rate per minute. A long asset comes in parts: go on with ' +
    'after_passage_id as truncated says.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  route: getAsset,
  place: 'params',
  names: { asset_id: 'id' },
  notes: { asset_id: 'From a hit of search or from list_assets' },
  own: z.object({
    after_passage_id: idText
      .optional()
      .meta({ description: 'Only the passages after this one; from truncated' }),
  }),
  cut: z.object({
    truncated: z
      .object({ message: z.string(), passages_left: z.int(), after_passage_id: z.string() })
      .optional()
      .meta({ description: 'There is more: call again with its after_passage_id' }),
  }),
  shorten: shortenAsset,
}

const listAssetsTool: Tool = {
  name: 'list_assets',
  title: 'List own assets',
  description:
    'List what the workspace of this key has itself uploaded, newest first, with the state of ' +
    'each: indexed (can be searched), pending, review, rejected, failed (error says why). Not ' +
    'for finding things: data of others never shows here, search does that. Cost: none.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  route: listAssets,
  place: 'query',
  names: {},
  notes: {
    after_uploaded_at: 'From next of the page before',
    after_asset_id: 'From next of the page before',
  },
  shorten: shortenAssetList,
}

const requestDownloadTool: Tool = {
  name: 'request_download',
  title: 'Request a download link',
  description:
    'Get a link to the original file of an asset: only when the file itself is wanted, since ' +
    'search and get_asset give its text. ' +
    'Cost: asking is free. estimated_credits (cents) is charged when the link is fetched, not ' +
    'before, so tell the price and have it agreed to, and compare it with budget_left_credits ' +
    'where that is there. The link works once, without a key, for ' +
    'ttl_seconds. An insufficient_credits or search_allowance_exhausted error does not go away ' +
    'by trying again: say what is needed (required_credits, reset_at).',
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  route: mintDownload,
  place: 'body',
  names: {},
  notes: {
    asset_id: 'From a hit of search or from list_assets',
    start_ms: 'Audio and video only: where the wanted part begins; only that part is charged',
    end_ms: 'Audio and video only: where it ends; without it the part goes to the end',
    search_id: 'From the search that found the asset',
  },
}

/** Spec 4.1, POST /mcp: the operations of Surface A as tools. */
export const tools: readonly Tool[] = [
  searchTool,
  getAssetTool,
  listAssetsTool,
  requestDownloadTool,
]
