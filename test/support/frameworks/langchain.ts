// Stands in for what the manual's example imports of @langchain/core: the same members.

type Fields = { id?: string; pageContent: string; metadata?: Record<string, unknown> }

export class Document {
  readonly id: string | undefined
  readonly pageContent: string
  readonly metadata: Record<string, unknown>

  constructor({ id, pageContent, metadata = {} }: Fields) {
    this.id = id
    this.pageContent = pageContent
    this.metadata = metadata
  }
}

export abstract class BaseRetriever {
  abstract lc_namespace: string[]

  async _getRelevantDocuments(_query: string): Promise<Document[]> {
    throw new Error('Not implemented!')
  }

  invoke(input: string): Promise<Document[]> {
    return this._getRelevantDocuments(input)
  }
}
