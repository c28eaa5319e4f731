type Operation = { operationId: string; responses: Record<string, { content?: object }> }
type Document = { paths: Record<string, Record<string, Operation>> }

/**
 * An OpenAPI document without the operations that answer with a stream of events, and the ids of
 * these. A program that waits for the end of an answer waits for ever there.
 */
export function withoutStreams(text: string): { document: string; streams: string[] } {
  const whole = JSON.parse(text) as Document
  const streams: string[] = []
  const paths: Document['paths'] = {}
  for (const [path, item] of Object.entries(whole.paths)) {
    const left = Object.entries(item).filter(([, operation]) => {
      if (!isStream(operation)) return true
      streams.push(operation.operationId)
      return false
    })
    if (left.length > 0) paths[path] = Object.fromEntries(left)
  }
  return { document: JSON.stringify({ ...whole, paths }), streams }
}

function isStream({ responses }: Operation): boolean {
  return Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content)
}
