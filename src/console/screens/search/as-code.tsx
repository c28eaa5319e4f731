import { useSignal } from '@preact/signals'
import { prefix } from '../../api/kontor.ts'
import { query } from '../../app/address.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { type Question, questionIn } from './ask.ts'
import { w } from './words.ts'

const kinds = ['curl', 'client', 'mcp'] as const

/** The search that is on the screen, for a program. */
export function AsCode() {
  const { isOpen, open, close } = useOpen()
  const kind = useSignal<(typeof kinds)[number]>('curl')
  const question = questionIn(query.value)
  return (
    <>
      <button type="button" class="button button-quiet" onClick={open}>
        <Icon name="code" size={16} /> {w().code}
      </button>
      <Dialog title={w().code} open={isOpen} wide close={close}>
        <p class="quiet">{w().codeHint}</p>
        <Segments
          name="code"
          legend={w().code}
          options={kinds.map((one) => [one, w().codeKinds[one]])}
          chosen={kind.value}
          choose={(one) => {
            kind.value = one
          }}
        />
        {question && <CodeBlock text={codes[kind.value](question)} />}
      </Dialog>
    </>
  )
}

const place = () => `${location.origin}${prefix}`

/** Single quotes are what a shell takes as they are, but for themselves. */
const shellText = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** What was left at its usual value need not be said. */
function said({ filters = {}, dataset_ids: ids = [], ...question }: Question): object {
  const { query: text, retrieval_mode: mode, sort, top_k } = question
  return {
    query: text,
    ...(mode === 'auto' ? {} : { retrieval_mode: mode }),
    ...(sort === 'relevance' ? {} : { sort }),
    ...(ids.length === 0 ? {} : { dataset_ids: ids }),
    ...(Object.keys(filters).length === 0 ? {} : { filters }),
    top_k,
    highlight: true,
  }
}

/** As agents name them. */
const modes = { auto: undefined, lexical: 'keyword', dense: 'semantic', hybrid: 'hybrid' }

const codes = {
  curl: (question: Question) => `curl ${shellText(`${place()}/v1/search`)} \\
  --header "x-api-key: $KONTOR_KEY" --json ${shellText(JSON.stringify(said(question)))}`,
  client: (question: Question) => `import { openClient } from 'kontor-client'

const kontor = openClient({ baseUrl: '${place()}', credential: process.env.KONTOR_KEY })
const { results } = await kontor.searchMarket(${JSON.stringify(said(question), null, 2)})
for (const { title, page, snippet } of results) console.log(title, page, snippet)`,
  mcp: ({ query: text, filters = {}, retrieval_mode, sort, top_k: limit }: Question) => {
    const mode = modes[retrieval_mode ?? 'auto']
    const order = sort === 'relevance' ? undefined : sort
    const call = {
      name: 'search',
      arguments: { query: text, ...filters, mode, sort: order, limit },
    }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }
    return `curl ${shellText(`${place()}/mcp`)} \\
  --header "x-api-key: $KONTOR_KEY" \\
  --header 'accept: application/json, text/event-stream' \\
  --header 'mcp-protocol-version: 2025-06-18' --json ${shellText(JSON.stringify(message))}`
  },
}
