// Stands in for what the manual's example imports of @llamaindex/core: the same members.

type MessageContent = string | { type: 'text'; text: string }[]
export type QueryBundle = { query: MessageContent }
export type NodeWithScore = { node: TextNode; score?: number | undefined }

export class TextNode {
  readonly id_: string
  readonly text: string
  readonly metadata: Record<string, unknown>

  constructor(init: { id_: string; text: string; metadata: Record<string, unknown> }) {
    this.id_ = init.id_
    this.text = init.text
    this.metadata = init.metadata
  }
}

export abstract class BaseRetriever {
  abstract _retrieve(params: QueryBundle): Promise<NodeWithScore[]>

  retrieve(query: string): Promise<NodeWithScore[]> {
    return this._retrieve({ query })
  }
}

export function extractText(message: MessageContent): string {
  return typeof message === 'string' ? message : message.map(({ text }) => text).join('\n\n')
}
