import { sha256Of } from '../corpus.ts'
import { DemoFailed } from '../demo-failed.ts'
import { LinkReply, PaymentReply, RefusalReply } from '../replies.ts'
import type { Ask, Party } from '../stage.ts'
import { grantCredits } from './grant-credits.ts'
import type { Member, Story, UploadedDocument } from './story.ts'

/** What the balance is short of both prices together after the first order. */
const shortCredits = 5
const topUpCredits = 100

type Buying = {
  reviewer: Member
  buyer: Member
  key: Party
  /** Bought with the first grant, and after the top-up. */
  first: UploadedDocument
  second: UploadedDocument
  /** What the searches left on the balance. */
  balance: number
}

/** What the buyer must have left, and what must have been spent. */
export type Bought = { buyerCredits: number; spentCredits: number }

export async function buyDocuments(story: Story, buying: Buying): Promise<Bought> {
  const { stage } = story
  const { reviewer, buyer, key, first, second, balance } = buying
  const prices = first.price_credits + second.price_credits
  const funded = prices - shortCredits
  const order = { reviewer, buyer, credits: funded - balance, reason: 'first order' }

  stage.act('The buyer gets credits and mints two single-use links; minting costs nothing')
  await grantCredits(story, order, funded)
  const firstLink = await mint(story, key, first)
  const secondLink = await mint(story, key, second)

  stage.act('The first link delivers the file, once, and is charged once')
  await fetchDocument(story, firstLink, first)
  await stage.ask(
    { as: linkHolder, url: firstLink },
    { status: 410, reply: RefusalReply, show: ({ code, message }) => ({ code, message }) },
  )

  stage.act('The second link meets too little credit; after a top-up the same link works')
  const left = funded - first.price_credits
  await refuseFetch(story, secondLink, { required: second.price_credits, available: left })
  const topUp = { reviewer, buyer, credits: topUpCredits, reason: 'top-up' }
  await grantCredits(story, topUp, left + topUpCredits)
  await fetchDocument(story, secondLink, second)
  return { buyerCredits: left + topUpCredits - second.price_credits, spentCredits: prices }
}

const linkHolder: Party = { name: 'whoever holds the link' }

async function mint({ stage }: Story, key: Party, bought: UploadedDocument): Promise<string> {
  const link = await stage.ask(
    { as: key, call: 'mintDownload', with: { asset_id: bought.objectId } },
    { status: 200, reply: LinkReply, show: (reply) => reply },
  )
  if (link.estimated_credits !== bought.price_credits) {
    throw new DemoFailed(`${bought.file} must cost ${bought.price_credits}`, link)
  }
  return link.url
}

async function fetchDocument({ stage }: Story, url: string, bought: UploadedDocument) {
  const bytes = await stage.fetchFile({ as: linkHolder, url }, ({ headers, bytes: received }) => ({
    'content-type': headers.get('content-type'),
    'content-disposition': headers.get('content-disposition'),
    bytes: received.length,
    sha256: sha256Of(received),
  }))
  if (sha256Of(bytes) !== bought.sha256) {
    throw new DemoFailed(`${bought.file} must have sha256 ${bought.sha256}`, sha256Of(bytes))
  }
  stage.say(`  The same sha256 as data/demo/${bought.file}.`)
}

async function refuseFetch(
  { stage }: Story,
  url: string,
  { required, available }: { required: number; available: number },
): Promise<void> {
  const ask: Ask = { as: linkHolder, url }
  const reply = await stage.ask(ask, { status: 402, reply: PaymentReply, show: (shown) => shown })
  if (reply.required_credits !== required || reply.available_credits !== available) {
    const expected = `the refusal must name ${required} required and ${available} available credits`
    throw new DemoFailed(expected, reply)
  }
}
