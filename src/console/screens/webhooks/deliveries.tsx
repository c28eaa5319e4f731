import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { pagesInTurn } from '../../api/pages.ts'
import { changed, useResource } from '../../api/resource.ts'
import { query, setQuery } from '../../app/address.ts'
import { tell } from '../../app/announce.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { counted, moment } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { More } from '../../ui/more.tsx'
import { Badge, Box } from '../../ui/parts.tsx'
import { Select } from '../../ui/select.tsx'
import { Show } from '../../ui/show.tsx'
import { type Delivery, deliveryTones, sentenceOf, type Webhook } from './webhook.ts'
import { w } from './words.ts'

const states = ['waiting', 'delivered', 'failed'] as const
const rowsAtOnce = 50

/** What was sent, and what came back; which of it is in the address. */
export function Deliveries({ webhooks }: { webhooks: readonly Webhook[] }) {
  const pages = useSignal(1)
  const shown = useSignal<Delivery | undefined>(undefined)
  const deliveries = useResource((until) => ask(pages.value, until), ['webhooks'])
  const isNarrowed = query.value.has('webhook') || query.value.has('state')
  return (
    <Box id="sent" title={w().sent} stacked>
      <p class="faint">{w().sentHint}</p>
      <Tools webhooks={webhooks} again={deliveries.again} />
      <Show of={deliveries}>
        {({ list, hasMore }) => (
          <>
            {list.length === 0 && (
              <p class="faint">{isNarrowed ? w().noneOfThese : w().nothingSent}</p>
            )}
            <ul class="rows">
              {list.map((delivery) => (
                <Row
                  key={delivery.delivery_id}
                  delivery={delivery}
                  show={() => {
                    shown.value = delivery
                  }}
                />
              ))}
            </ul>
            {hasMore && <More show={() => void pages.value++} />}
          </>
        )}
      </Show>
      <Dialog
        title={shown.value ? sentenceOf(shown.value.event_type) : ''}
        open={shown.value !== undefined}
        wide
        close={() => {
          shown.value = undefined
        }}
      >
        {shown.value && <Exchange delivery={shown.value} />}
      </Dialog>
    </Box>
  )
}

function filters() {
  const webhook = query.value.get('webhook')
  const state = states.find((one) => one === query.value.get('state'))
  return { ...(webhook ? { webhook_id: webhook } : {}), ...(state ? { state } : {}) }
}

async function ask(pages: number, signal: AbortSignal) {
  const asked = { ...filters(), limit: rowsAtOnce }
  const { all, hasMore } = await pagesInTurn(pages, (from) =>
    kontor.listWebhookDeliveries({ ...asked, ...from }, { signal }),
  )
  return { list: all.flatMap(({ deliveries }) => deliveries), hasMore }
}

function Tools({ webhooks, again }: { webhooks: readonly Webhook[]; again(): void }) {
  const webhook = query.value.get('webhook') ?? ''
  const state = query.value.get('state') ?? ''
  return (
    <div class="toolbar">
      <Select
        isTool
        label={w().webhook}
        options={[
          ['', w().allWebhooks],
          ...webhooks.map(
            ({ webhook_id: id, description, url }) => [id, description || url] as const,
          ),
        ]}
        chosen={webhook}
        choose={(id) => setQuery({ webhook: id })}
      />
      <Select
        isTool
        label={w().state}
        options={[['', w().anyState], ...states.map((one) => [one, w().deliveries[one]] as const)]}
        chosen={state}
        choose={(one) => setQuery({ state: one })}
      />
      <button type="button" class="button button-quiet" onClick={again}>
        <Icon name="retry" size={16} /> {w().lookAgain}
      </button>
    </div>
  )
}

function Row({ delivery, show }: { delivery: Delivery; show(): void }) {
  const { state, tries, problem, answer, next_try_at: next } = delivery
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{sentenceOf(delivery.event_type)}</strong>{' '}
          <Badge tone={deliveryTones[state]}>{w().deliveries[state]}</Badge>
        </p>
        <p class="faint row-small">
          {moment(delivery.created_at)} · {counted(w().tries, tries)}
          {answer !== null && ` · ${w().answered(String(answer.status))}`}
          {next !== null && ` · ${w().next(moment(next))}`}
        </p>
        {problem !== null && <p class="row-small">{problem}</p>}
      </div>
      <span class="toolbar">
        <button type="button" class="button" onClick={show}>
          {w().show}
        </button>
        <button type="button" class="button" onClick={() => void sendAgain(delivery)}>
          {w().again}
        </button>
      </span>
    </li>
  )
}

function Exchange({ delivery: { request, answer } }: { delivery: Delivery }) {
  return (
    <div class="stack">
      <h3>{w().request}</h3>
      <CodeBlock text={messageOf(request)} />
      <h3>{w().answer}</h3>
      {answer === null ? (
        <p class="faint">{w().noAnswer}</p>
      ) : (
        <CodeBlock text={`${answer.status}\n${messageOf(answer)}`} />
      )}
    </div>
  )
}

type Message = { headers: Readonly<Record<string, string>> | null; body: string }

/** As it goes over the line. */
function messageOf({ headers, body }: Message): string {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  return [...lines, '', body].join('\n').trim()
}

function sendAgain({ delivery_id: id }: Delivery): Promise<void> {
  return tell(async () => {
    await kontor.sendWebhookAgain({ id })
    changed('webhooks')
    return w().sentAgain
  })
}
