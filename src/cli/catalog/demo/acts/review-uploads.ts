import { setTimeout as pause } from 'node:timers/promises'
import { DemoFailed } from '../demo-failed.ts'
import { excerptOf } from '../excerpt.ts'
import { ApprovedReply, DetailReply, type QueueItem, QueueReply } from '../replies.ts'
import type { Member, Story, UploadedDocument } from './story.ts'

const pollMs = 100
const inspectLimitMs = 60_000

type Review = { reviewer: Member; provider: Member; uploads: readonly UploadedDocument[] }

/** Nothing is indexed or found before a reviewer has looked at it. */
export async function reviewUploads(story: Story, review: Review): Promise<void> {
  const { stage } = story
  const { reviewer, uploads } = review
  stage.act('The reviewer looks at the queue and at one document, then approves them all')
  const queue = await stage.ask(
    { as: reviewer, call: 'reviewQueue', with: { limit: 100 } },
    { status: 200, reply: QueueReply, show: ({ data }) => firstOf(data) },
  )
  if (queue.data.total !== uploads.length) {
    throw new DemoFailed(`the queue must hold ${uploads.length}`, queue.data)
  }
  await showDetail(story, review)
  for (const upload of uploads) await approve(story, { ...review, upload })
}

function firstOf({ total, items }: { total: number; items: QueueItem[] }) {
  const [first] = items
  if (!first) return { total }
  const { filename, dataset_name, size_bytes, review_expires_at } = first
  return { total, 'items[0]': { filename, dataset_name, size_bytes, review_expires_at } }
}

/** The detail shows what the inspection found; that runs in the background after the upload. */
async function showDetail(story: Story, { reviewer, provider, uploads }: Review): Promise<void> {
  const first = uploads[0]
  if (!first) throw new Error('data/demo/manifest.json names no documents')
  const place = { tenant_id: provider.tenantId, object_id: first.objectId }
  const ask = { as: reviewer, call: 'reviewDetail' as const, with: place }
  const giveUpMs = Date.now() + inspectLimitMs
  for (;;) {
    const { data } = await story.stage.ask(ask, { status: 200, reply: DetailReply })
    if (data.inspection === 'done') break
    if (Date.now() > giveUpMs) throw new DemoFailed('the inspection must end', data)
    await pause(pollMs)
  }
  await story.stage.ask(ask, {
    status: 200,
    reply: DetailReply,
    show: ({ data: { sniffed_content_type, page_count, warnings, text_sample } }) => ({
      sniffed_content_type,
      page_count,
      warnings,
      text_sample: excerptOf(text_sample ?? ''),
    }),
  })
}

/** Shown for the first document and for one of the private dataset. */
async function approve(
  story: Story,
  { reviewer, provider, uploads, upload }: Review & { upload: UploadedDocument },
): Promise<void> {
  const place = { tenant_id: provider.tenantId, object_id: upload.objectId }
  const shown = upload === uploads[0] || upload === uploads.at(-1)
  await story.stage.ask(
    { as: reviewer, call: 'approveObject', with: { ...place, note: 'read and cleared' } },
    {
      status: 200,
      reply: ApprovedReply,
      show: ({ data: { status, review_state, notice } }) => ({ status, review_state, notice }),
      quiet: !shown,
    },
  )
}
