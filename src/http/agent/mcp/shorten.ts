import type * as z from 'zod'
import type { AssetsReply, AssetWithPassagesReply } from '../asset.schema.ts'
import type { SearchReply } from '../search.schema.ts'
import { resultCharsMax, snippetCharsMin } from './limits.ts'

/*
 * A result that is too long for a model loses its end somewhere on the way, and with it the JSON.
 * So what is too long is cut here, in whole members, with the way to the rest.
 */

type Search = z.output<typeof SearchReply>
type Asset = z.output<typeof AssetWithPassagesReply>
type Assets = z.output<typeof AssetsReply>

/** Shorter snippets first, so that every hit stays; then fewer hits, the rest on a next page. */
export function shortenSearch(
  reply: Search,
  { highlight }: { highlight?: unknown },
): Search & { truncated?: string } {
  if (lengthOf(reply) <= resultCharsMax) return reply
  const whole = 'Long snippets were cut: get_asset has the whole passages.'
  const { results } = reply
  const longest = `${whole} ${rest({ offset: reply.offset + results.length, limit: reply.limit })}`
  const room = resultCharsMax - lengthOf({ ...reply, results: [], truncated: longest })
  const isMarked = String(highlight) === 'true'
  const cutAt = (chars: number) =>
    results.map((hit) => {
      const snippet = isMarked ? cutMarked(hit.snippet, chars) : cutText(hit.snippet, chars)
      return { ...hit, snippet }
    })
  for (let chars = 2 * Math.floor(room / results.length); chars >= snippetCharsMin; chars -= 50) {
    const cut = cutAt(chars)
    if (fitting(cut, room) < cut.length) continue
    return { ...reply, results: cut, truncated: whole }
  }
  const cut = cutAt(snippetCharsMin)
  const kept = cut.slice(0, fitting(cut, room))
  const [offset, limit] = [reply.offset + kept.length, results.length - kept.length]
  const truncated = `${whole} ${rest({ offset, limit })}`
  return { ...reply, results: kept, has_more: true, truncated }
}

/** No more than were paid for: another hit would have its price. */
function rest({ offset, limit }: { offset: number; limit: number }): string {
  return (
    `Fewer hits than asked for fit: offset ${offset} with limit ${limit} has the others. Their ` +
    'passages cost nothing more within 24 hours; it counts as one more search.'
  )
}

type Truncated = { message: string; passages_left: number; after_passage_id: string }

/** The passages after the given one, as many as fit. */
export function shortenAsset(
  reply: Asset,
  { after_passage_id: after }: { after_passage_id?: string | undefined },
): Asset & { truncated?: Truncated } {
  const from = reply.passages.findIndex(({ passage_id }) => passage_id === after) + 1
  const passages = reply.passages.slice(from)
  const note = (left: number, last: string): Truncated => ({
    message: 'The text goes on: call get_asset again with this after_passage_id.',
    passages_left: left,
    after_passage_id: last,
  })
  const frame = { ...reply, passages: [], truncated: note(passages.length, 'x'.repeat(40)) }
  const kept = passages.slice(0, fitting(passages, resultCharsMax - lengthOf(frame)))
  const last = kept.at(-1)
  if (kept.length === passages.length || !last) return { ...reply, passages: kept }
  const truncated = note(passages.length - kept.length, last.passage_id)
  return { ...reply, passages: kept, truncated }
}

/** A shorter page, whose `next` is where it ends. */
export function shortenAssetList(reply: Assets): Assets {
  const room = resultCharsMax - lengthOf({ assets: [], next: reply.next }) - 100
  const assets = reply.assets.slice(0, fitting(reply.assets, room))
  const last = assets.at(-1)
  if (assets.length === reply.assets.length || !last) return reply
  const { uploaded_at, asset_id } = last
  return { assets, next: { after_uploaded_at: uploaded_at, after_asset_id: asset_id } }
}

/** How many of the items, from the first, have room together; at least one. */
function fitting(items: readonly object[], room: number): number {
  let used = 0
  const over = items.findIndex((item) => {
    used += lengthOf(item) + ','.length
    return used > room
  })
  return over === -1 ? items.length : Math.max(over, 1)
}

function lengthOf(value: object): number {
  return JSON.stringify(value).length
}

/** Never half a character. */
function cutText(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Never half a highlight, either. */
function cutMarked(text: string, chars: number): string {
  if (text.length <= chars) return text
  const cut = text.slice(0, chars).replace(/[\uD800-\uDBFF]$|\*$/u, '')
  const open = cut.split('**').length % 2 === 0
  return `${open ? cut.slice(0, cut.lastIndexOf('**')) : cut}…`
}
