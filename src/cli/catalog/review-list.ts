import { isoOf, isoOrNull } from '../../base/clock.ts'
import type { ReviewItem } from '../../domain/catalog/index.ts'
import type { FolderCommand } from '../command.ts'
import { limitOption, moreLine } from '../limit-option.ts'
import { askReviewList } from '../market/ask-review.ts'
import { pathOf } from '../market/names.ts'

const limitDefault = 50
const limitMax = 1_000

/** Shows what waits for a decision, the oldest upload first. */
export const reviewList: FolderCommand = {
  name: 'review list',
  use: 'read',
  summary: 'show the uploads that wait for review',
  examples: ['kontor review list', 'kontor review list --tenant "Ada Ltd" --json'],
  options: {
    dataset: { type: 'string', help: 'of one dataset: id or name', value: '<dataset>' },
    tenant: {
      type: 'string',
      help: 'of one tenant: id or name',
      value: '<tenant>',
      isAbout: true,
    },
    limit: { type: 'string', help: `how many at most (${limitDefault})`, value: '<number>' },
  },
  ask: askReviewList,
  async act(app, values) {
    const { tenant, dataset } = values
    const { items, total } = app.rooms.review.listWaiting({
      tenantId:
        typeof tenant === 'string' ? app.rooms.identity.tenantNamed(tenant).tenantId : undefined,
      datasetId: typeof dataset === 'string' ? app.rooms.catalog.datasetNamed(dataset) : undefined,
      limit: limitOption(values, { standard: limitDefault, max: limitMax }),
    })
    const more = moreLine({ shown: items.length, total })
    return {
      lines: total === 0 ? ['Nothing waits for review.'] : [...items.map(lineOf), ...more],
      data: { items: items.map(recordOf), total },
    }
  },
}

function lineOf(item: ReviewItem): string {
  const { uploadedAtMs, objectId, folder, filename, sizeBytes, datasetName, datasetId } = item
  const path = pathOf({ folder, filename })
  const file = `${path} (${item.contentType}, ${sizeBytes} bytes)`
  return `${isoOf(uploadedAtMs)} ${objectId} ${file} in ${datasetName} (${datasetId})`
}

function recordOf(item: ReviewItem) {
  return {
    object_id: item.objectId,
    tenant_id: item.tenantId,
    dataset_id: item.datasetId,
    dataset_name: item.datasetName,
    filename: item.filename,
    folder: item.folder || null,
    content_type: item.contentType,
    size_bytes: item.sizeBytes,
    uploaded_at: isoOf(item.uploadedAtMs),
    review_expires_at: isoOrNull(item.reviewExpiresAtMs),
  }
}
