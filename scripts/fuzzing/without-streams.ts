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

/** Parts of a document of so many paths each: the report of one run must fit into one string. */
export function inParts(text: string, pathsMost: number): string[] {
  const whole = JSON.parse(text) as Document
  const paths = Object.entries(whole.paths)
  return Array.from({ length: Math.ceil(paths.length / pathsMost) }, (_, at) => {
    const some = paths.slice(at * pathsMost, (at + 1) * pathsMost)
    return JSON.stringify({ ...whole, paths: Object.fromEntries(some) })
  })
}

function isStream({ responses }: Operation): boolean {
  return Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content)
}
