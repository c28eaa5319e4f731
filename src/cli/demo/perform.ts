import { buyDocuments } from './acts/buy-documents.ts'
import { type Balances, checkLedger } from './acts/check-ledger.ts'
import { createDatasets, uploadDocuments } from './acts/fill-archive.ts'
import { hidePrivate } from './acts/hide-private.ts'
import { createKey, openAccounts } from './acts/open-accounts.ts'
import { reviewUploads } from './acts/review-uploads.ts'
import { searchArchive } from './acts/search-archive.ts'
import { type Cast, type Story, type UploadedDocument, uploadOf } from './acts/story.ts'
import { waitUntilIndexed } from './acts/wait-until-indexed.ts'
import type { Party } from './stage.ts'

export type Performed = {
  cast: Cast
  buyerKey: Party
  example: UploadedDocument
  balances: Balances
}

/** The whole business, act by act. Throws DemoFailed at the first thing that is not right. */
export async function perform(story: Story): Promise<Performed> {
  const { stage, corpus } = story
  const cast = await openAccounts(story)
  const { reviewer, provider, buyer } = cast
  const datasetIds = await createDatasets(story, provider)
  const uploads = await uploadDocuments(story, { provider, datasetIds })
  await reviewUploads(story, { reviewer, provider, uploads })

  stage.act('The provider and the buyer make a key each, for programs: it may only search and buy')
  const providerKey = await createKey(story, provider)
  const buyerKey = await createKey(story, buyer)

  await waitUntilIndexed(story, { key: providerKey, count: uploads.length })
  await searchArchive(story, { key: buyerKey, uploads })
  await hidePrivate(story, { providerKey, buyerKey, uploads })
  const [first, second] = corpus.purchases.map((file) => uploadOf(uploads, file))
  if (!first || !second) throw new Error('data/demo/manifest.json names no two purchases')
  const bought = await buyDocuments(story, { reviewer, buyer, key: buyerKey, first, second })
  const balances = await checkLedger(story, { cast, bought })
  return { cast, buyerKey, example: first, balances }
}
