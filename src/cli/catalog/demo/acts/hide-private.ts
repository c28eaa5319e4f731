import { DemoFailed } from '../demo-failed.ts'
import { excerptOf } from '../excerpt.ts'
import { RefusalReply, type SearchAnswer, SearchReply } from '../replies.ts'
import type { Party } from '../stage.ts'
import { pay, searchFor } from './search-archive.ts'
import { type Purse, type Story, type UploadedDocument, uploadOf } from './story.ts'

type Keys = {
  providerKey: Party
  buyerKey: Party
  uploads: readonly UploadedDocument[]
  purse: Purse
}

/** The same words find the private paper for its owner and nothing of it for anybody else. */
export async function hidePrivate(story: Story, keys: Keys): Promise<void> {
  const { stage, corpus } = story
  const { providerKey, buyerKey, uploads, purse } = keys
  const secret = uploadOf(uploads, corpus.private_query.file)
  stage.act('What is private stays private: the same search by its owner and by the buyer')
  const query = searchFor(corpus.private_query.q)
  const own = await stage.ask(
    { as: providerKey, call: 'search', with: query },
    { status: 200, reply: SearchReply, show: shownOf },
  )
  if (own.results[0]?.asset_id !== secret.objectId) {
    throw new DemoFailed('the owner must find its own paper first', own)
  }
  const foreign = await stage.ask(
    { as: buyerKey, call: 'search', with: query },
    { status: 200, reply: SearchReply, show: shownOf },
  )
  pay(purse, foreign)
  if (foreign.results.some(({ asset_id }) => asset_id === secret.objectId)) {
    throw new DemoFailed('the buyer must not find the private paper', foreign)
  }
  const show = ({ code, message }: { code: string; message: string }) => ({ code, message })
  await stage.ask(
    { as: buyerKey, call: 'getAsset', with: { id: secret.objectId } },
    { status: 404, reply: RefusalReply, show },
  )
  await stage.ask(
    { as: buyerKey, call: 'mintDownload', with: { asset_id: secret.objectId } },
    { status: 404, reply: RefusalReply, show },
  )
}

function shownOf({ total, results: [first] }: SearchAnswer) {
  if (!first) return { total, results: [] }
  return { total, 'results[0]': { title: first.title, snippet: excerptOf(first.snippet) } }
}
