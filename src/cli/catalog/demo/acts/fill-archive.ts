import {
  type CorpusDocument,
  type CorpusEntry,
  type DatasetEntry,
  readDocument,
} from '../corpus.ts'
import { DemoFailed } from '../demo-failed.ts'
import { DatasetReply, NoReply, ObjectReply, UploadReply } from '../replies.ts'
import type { Party, Stage } from '../stage.ts'
import type { Member, Story, UploadedDocument } from './story.ts'

/** Dataset key of the manifest → dataset id. */
export type DatasetIds = ReadonlyMap<string, string>

export async function createDatasets(story: Story, provider: Member): Promise<DatasetIds> {
  const { stage, corpus } = story
  stage.act('The provider creates its datasets: three for sale, one private')
  const ids = new Map<string, string>()
  for (const entry of corpus.datasets) {
    ids.set(entry.key, await createDataset(stage, provider, entry))
  }
  return ids
}

async function createDataset(stage: Stage, as: Member, { key, ...body }: DatasetEntry) {
  const { data } = await stage.ask(
    { as, call: 'createDataset', with: body },
    {
      status: 201,
      reply: DatasetReply,
      show: ({ data: { dataset_id, visibility, status } }) => ({ dataset_id, visibility, status }),
    },
  )
  if (data.visibility !== body.visibility) {
    throw new DemoFailed(`dataset ${key} must be ${body.visibility}`, data)
  }
  return data.dataset_id
}

/** Initiate, PUT, confirm: three requests a document. The first document is shown in full. */
export async function uploadDocuments(
  story: Story,
  { provider, datasetIds }: { provider: Member; datasetIds: DatasetIds },
): Promise<UploadedDocument[]> {
  const { stage, corpus } = story
  const count = corpus.documents.length
  stage.act(`The provider uploads ${count} documents in three steps each; the first in full:`)
  const send = async (entry: CorpusEntry, show: boolean): Promise<UploadedDocument> => {
    const document = readDocument(entry)
    const datasetId = datasetIds.get(entry.dataset) ?? ''
    const objectId = await upload(stage, { as: provider, datasetId, document, show })
    return { ...document, objectId }
  }
  const [first, ...others] = corpus.documents
  const uploads = first ? [await send(first, true)] : []
  const progress = stage.progress(count, 'uploaded')
  for (const entry of others) {
    uploads.push(await send(entry, false))
    progress.at(uploads.length)
  }
  progress.end()
  return uploads
}

type Upload = { as: Party; datasetId: string; document: CorpusDocument; show: boolean }

async function upload(stage: Stage, { as, datasetId, document, show }: Upload): Promise<string> {
  const { file, content_type, title, tags, bytes, sha256 } = document
  const size = { filename: file, content_type, size_bytes: bytes.length }
  const opened = await stage.ask(
    {
      as,
      call: 'initiateUpload',
      with: { dataset_id: datasetId, ...size, title, tags, checksum_sha256: sha256 },
    },
    { status: 201, reply: UploadReply, show: ({ data }) => data, quiet: !show },
  )
  const { object_id, upload_url } = opened.data
  await stage.ask(
    { as: { name: 'nobody in particular' }, url: upload_url, bytes },
    { status: 200, reply: NoReply, show: (_, { headers }) => etagOf(headers), quiet: !show },
  )
  const confirmed = await stage.ask(
    { as, call: 'confirmUpload', with: { id: object_id } },
    {
      status: 200,
      reply: ObjectReply,
      show: ({ data: { status, review_state } }) => ({ status, review_state }),
      quiet: !show,
    },
  )
  if (confirmed.data.checksum_sha256 !== sha256) {
    throw new DemoFailed(`${file} must arrive as it was sent`, confirmed.data)
  }
  return object_id
}

function etagOf(headers: Headers) {
  return { etag: headers.get('etag') }
}
