import { setTimeout as pause } from 'node:timers/promises'
import { DemoFailed } from '../demo-failed.ts'
import { AssetsReply } from '../replies.ts'
import type { Party } from '../stage.ts'
import type { Story } from './story.ts'

const pollMs = 100
/** Without one document more; a slow machine may take its time for all of them. */
const standstillMs = 120_000

/** Extraction and indexing run in the background; the provider's key sees how far they are. */
export async function waitUntilIndexed(
  story: Story,
  { key, count }: { key: Party; count: number },
): Promise<void> {
  const { stage } = story
  stage.act('The documents are extracted and indexed in the background')
  const ask = { as: key, call: 'listAssets' as const, with: { limit: 100 } }
  const progress = stage.progress(count, 'indexed')
  let done = 0
  let giveUpMs = Date.now() + standstillMs
  for (;;) {
    const { assets } = await stage.ask(ask, { status: 200, reply: AssetsReply })
    const failed = assets.find(({ status }) => status === 'failed')
    if (failed) throw new DemoFailed('every document must be indexed', failed)
    const indexed = assets.filter(({ status }) => status === 'indexed').length
    progress.at(indexed)
    if (indexed === count) break
    if (indexed > done) [done, giveUpMs] = [indexed, Date.now() + standstillMs]
    if (Date.now() > giveUpMs) throw new DemoFailed('indexing must end', assets)
    await pause(pollMs)
  }
  progress.end()
  await stage.ask(
    { ...ask, with: { status: 'indexed', limit: 1 } },
    { status: 200, reply: AssetsReply, show: ({ assets }) => assets[0] },
  )
}
