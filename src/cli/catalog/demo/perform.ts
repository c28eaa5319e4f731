import { askByMeaning } from './acts/ask-by-meaning.ts'
import { askToBeTold, showWhatCame } from './acts/be-told.ts'
import { buyDocuments } from './acts/buy-documents.ts'
import { type Balances, checkLedger } from './acts/check-ledger.ts'
import { downloadMoment } from './acts/download-moment.ts'
import { createDatasets, uploadDocuments } from './acts/fill-archive.ts'
import { grantCredits } from './acts/grant-credits.ts'
import { hidePrivate } from './acts/hide-private.ts'
import { licenseDocument } from './acts/license-document.ts'
import { createKey, openAccounts } from './acts/open-accounts.ts'
import { reviewUploads } from './acts/review-uploads.ts'
import { searchArchive } from './acts/search-archive.ts'
import { stateEarnings } from './acts/state-earnings.ts'
import { type Cast, type Story, type UploadedDocument, uploadOf } from './acts/story.ts'
import { waitUntilIndexed } from './acts/wait-until-indexed.ts'
import type { Party } from './stage.ts'

export type Performed = {
  cast: Cast
  buyerKey: Party
  example: UploadedDocument
  balances: Balances
}

/** Enough for every query of the manifest, and less than the first order needs. */
const searchCredits = 60

/** The whole business, act by act. Throws DemoFailed at the first thing that is not right. */
export async function perform(story: Story): Promise<Performed> {
  const { stage, corpus } = story
  const cast = await openAccounts(story)
  const { reviewer, provider, buyer } = cast
  const datasetIds = await createDatasets(story, provider)
  const uploads = await uploadDocuments(story, { provider, datasetIds })
  await askToBeTold(story, provider)
  await reviewUploads(story, { reviewer, provider, uploads })
  await showWhatCame(story)

  stage.act('The provider and the buyer make a key each, for programs: it may only search and buy')
  const providerKey = await createKey(story, provider)
  const buyerKey = await createKey(story, buyer)

  await waitUntilIndexed(story, { key: providerKey, count: uploads.length })
  const purse = { balance: searchCredits, spent: 0 }
  stage.act('The buyer gets credits to search with')
  const forSearches = { reviewer, buyer, credits: searchCredits, reason: 'to search with' }
  await grantCredits(story, forSearches, searchCredits)
  await searchArchive(story, { key: buyerKey, uploads, purse })
  await askByMeaning(story, { key: buyerKey, uploads, purse })
  await hidePrivate(story, { providerKey, buyerKey, uploads, purse })
  const [first, second] = corpus.purchases.map((file) => uploadOf(uploads, file))
  if (!first || !second) throw new Error('data/demo/manifest.json names no two purchases')
  const { balance } = purse
  const order = { reviewer, buyer, key: buyerKey, first, second, balance }
  const { buyerCredits, spentCredits } = await buyDocuments(story, order)
  const rest = { balance: buyerCredits, spent: spentCredits + purse.spent }
  await downloadMoment(story, { key: buyerKey, uploads, purse: rest })
  const bought = { buyerCredits: rest.balance, spentCredits: rest.spent }
  const balances = await checkLedger(story, { cast, bought })
  await stateEarnings(story, { cast, balances })
  await licenseDocument(story, { cast, document: first })
  return { cast, buyerKey, example: first, balances }
}
