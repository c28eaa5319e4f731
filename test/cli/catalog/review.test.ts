// Review at the command line, on an application in this process and on a folder.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { reviewApprove } from '../../../src/cli/catalog/review-approve.ts'
import { reviewList } from '../../../src/cli/catalog/review-list.ts'
import { reviewReject } from '../../../src/cli/catalog/review-reject.ts'
import type { FolderCommand } from '../../../src/cli/command.ts'
import { openTestProvider, type TestProvider } from '../../support/open-test-provider.ts'
import { refusal } from '../../support/refusal.ts'

test('review list shows what waits, the oldest first', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset({ name: 'Checks' })
  const first = await provider.staged(mine)
  const second = await provider.staged(mine, { filename: 'second.txt' })
  await provider.approved(mine)
  const { lines, data } = await reviewList.act(provider, {})
  assert.equal(lines, [
    `2026-03-02T10:00:00.000Z ${first} report.txt (text/plain, 41 bytes) in Checks (${mine})`,
    `2026-03-02T10:00:00.000Z ${second} second.txt (text/plain, 41 bytes) in Checks (${mine})`,
  ])
  assert.equal((data as { items: unknown[]; total: number }).items[0], {
    object_id: first,
    tenant_id: provider.owner.tenantId,
    dataset_id: mine,
    dataset_name: 'Checks',
    filename: 'report.txt',
    folder: null,
    content_type: 'text/plain',
    size_bytes: 41,
    uploaded_at: '2026-03-02T10:00:00.000Z',
    review_expires_at: '2026-03-05T10:00:00.000Z',
  })
})

test('review list is narrowed to a tenant or a dataset, and cut off', async () => {
  await using provider = await openTestProvider()
  const [mine, other] = [await provider.dataset(), await provider.dataset()]
  for (const datasetId of [mine, mine, other]) await provider.staged(datasetId)
  const count = async (values: Record<string, string>) =>
    (await reviewList.act(provider, values)).lines.length
  assert.is(await count({ dataset: mine }), 2)
  assert.is(await count({ tenant: 'Provider house' }), 3)
  const stranger = await reviewList.act(provider, { tenant: 'Stranger house' })
  assert.equal(stranger.lines, ['Nothing waits for review.'])
  const { lines } = await reviewList.act(provider, { limit: '1' })
  assert.equal([lines.length, lines[1]], [2, '… and 2 more (--limit)'])
})

test('review approve --all approves all of a dataset and nothing else', async () => {
  await using provider = await openTestProvider()
  const [mine, other] = [await provider.dataset(), await provider.dataset()]
  const [first, second] = [await provider.staged(mine), await provider.staged(mine)]
  const apart = await provider.staged(other)
  const values = { dataset: mine, all: true, note: 'known' }
  const outcome = await reviewApprove.act(provider, values)
  assert.equal(outcome, {
    lines: ['Approved: 2 (2 text/plain).'],
    data: { approved: [first, second], refused: [] },
    failed: false,
  })
  const states = [first, second, apart].map((objectId) => stateOf(provider, objectId))
  assert.equal(states, ['active approved operator', 'active approved operator', 'staged pending -'])
  const kinds = provider.store.raw
    .prepare("SELECT count(*) FROM job WHERE kind = 'ingest-object'")
    .pluck()
  assert.is(kinds.get(), 2)
})

test('review approve --all asks about what cannot be indexed, and else leaves it', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset()
  const [good, bad] = [await provider.staged(mine), await provider.staged(mine)]
  const pdf = { filename: 'b.pdf', content_type: 'application/pdf' }
  await provider.staged(mine, pdf)
  provider.store.raw.exec(`INSERT INTO object_inspection
    (object_id, text_sample, warnings, inspected_at, failure)
    VALUES ('${bad}', '', '[]', 0, 'encrypted: The file is protected.')`)
  const { name } = provider.store.raw
    .prepare('SELECT name FROM dataset WHERE dataset_id = ?')
    .get(mine) as { name: string }
  // By its name, as people call it.
  const values = { dataset: name, all: true }
  const { more } = await reviewApprove.act(provider, values)
  const said = (more?.said ?? []).join('\n')
  assert.match(said, /^Waiting: 3 \(2 text\/plain, 1 application\/pdf\)\. Of these 1 cannot be/)
  assert.match(said, `report.txt  encrypted: The file is protected.  ${bad}`)
  assert.is(stateOf(provider, good), 'staged pending -')
  const { lines, data } = await reviewApprove.act(provider, { ...values, ...more?.values })
  assert.equal(lines, [
    'Approved: 2 (1 text/plain, 1 application/pdf).',
    'Left waiting: 1 that cannot be indexed (--unindexable).',
  ])
  assert.equal((data as { left: string[] }).left, [bad])
  assert.is(stateOf(provider, bad), 'staged pending -')
  const all = await reviewApprove.act(provider, { ...values, ...more?.ask?.yes })
  assert.equal(all.lines, ['Approved: 1 (1 text/plain).'])
})

test('more uploads than a page holds are all approved', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset()
  const model = await provider.staged(mine)
  copyStaged(provider, { objectId: model, times: 204 })
  const { lines } = await reviewApprove.act(provider, { dataset: mine, all: true })
  assert.equal(lines, ['Approved: 205 (205 text/plain).'])
})

test('review approve and reject take one upload', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset()
  const [first, second] = [await provider.staged(mine), await provider.staged(mine)]
  await reviewApprove.act(provider, { object: first })
  const { lines } = await reviewReject.act(provider, { object: second, reason: 'blurred' })
  assert.equal(lines, ['Rejected: 1.'])
  assert.is(stateOf(provider, second), 'rejected rejected operator')
})

test('the audit log names the operator', async () => {
  await using provider = await openTestProvider()
  const objectId = await provider.staged(await provider.dataset())
  await reviewReject.act(provider, { object: objectId, reason: 'blurred' })
  const row = provider.store.raw
    .prepare(
      `SELECT actor_type, actor_id, tenant_id, details ->> 'note' AS note,
         details ->> 'self_review' AS self, request_id IS NOT NULL AS has_request
       FROM audit_event WHERE action = 'review.rejected'`,
    )
    .get()
  assert.equal(row, {
    actor_type: 'operator',
    actor_id: null,
    tenant_id: provider.owner.tenantId,
    note: 'blurred',
    self: 0,
    has_request: 1,
  })
})

test('what is decided already is reported, and the command fails', async () => {
  await using provider = await openTestProvider()
  const object = await provider.approved(await provider.dataset())
  const { lines, failed } = await reviewApprove.act(provider, { object })
  assert.equal(lines, [`${object}: This object is approved already.`, 'Approved: 0.'])
  assert.is(failed, true)
})

const refusals: [command: FolderCommand, values: Record<string, string | true>, says: string][] = [
  [reviewApprove, {}, '--dataset is required.'],
  [reviewApprove, { dataset: 'x' }, 'Give either --object, or --dataset with --all.'],
  [reviewApprove, { object: 'x', all: true }, 'Give either --object, or --dataset with --all.'],
  [reviewApprove, { object: 'x', dataset: 'x' }, 'Give either --object, or --dataset with --all.'],
  [reviewApprove, { dataset: 'dset_x', all: true }, 'No such dataset.'],
  [reviewReject, { object: 'x' }, '--reason is required.'],
  [reviewList, { dataset: 'dset_x' }, 'No such dataset.'],
  [reviewList, { tenant: 'nobody' }, 'No such tenant.'],
  [reviewList, { limit: '0' }, '--limit must be a whole number from 1 to 1000.'],
]

for (const [command, values, says] of refusals) {
  test(`${command.name} with ${JSON.stringify(values)} is refused`, async () => {
    await using provider = await openTestProvider()
    assert.is((await refusal(command.act(provider, values))).message, says)
  })
}

function stateOf({ store }: TestProvider, objectId: string): string {
  const state = store.raw
    .prepare(
      `SELECT status || ' ' || review_state || ' ' || coalesce(reviewed_by, '-')
       FROM object WHERE object_id = ?`,
    )
    .pluck()
  return String(state.get(objectId))
}

/** More staged objects like this one, past the upload. */
function copyStaged(
  { store }: TestProvider,
  { objectId, times }: { objectId: string; times: number },
): void {
  const copy = store.raw.prepare(
    `INSERT INTO object (object_id, dataset_id, tenant_id, filename, content_type, size_bytes,
       checksum_sha256, blob_key, source, modality, status, review_state, review_expires_at,
       created_at, uploaded_at)
     SELECT object_id || @n, dataset_id, tenant_id, filename, content_type, size_bytes,
       checksum_sha256, blob_key || @n, source, modality, status, review_state, review_expires_at,
       created_at, uploaded_at
     FROM object WHERE object_id = @objectId`,
  )
  for (let n = 0; n < times; n++) copy.run({ objectId, n: String(n) })
}

test.run()
