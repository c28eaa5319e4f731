import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { announce, tell } from '../../app/announce.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, type Given } from '../../ui/form.tsx'
import { counted, date, moment } from '../../ui/format.ts'
import { Badge } from '../../ui/parts.tsx'
import { type Webhook, webhookTones } from './webhook.ts'
import { WebhookFields, webhookIn } from './webhook-fields.tsx'
import { w } from './words.ts'

type Props = { webhook: Webhook; showSecret(secret: string): void }
type Deed = 'change' | 'rotate' | 'remove'

/** One address, and everything that can be done with it. */
export function WebhookRow({ webhook, showSecret }: Props) {
  const { webhook_id: id, state } = webhook
  const opened = useSignal<Deed | undefined>(undefined)
  const open = (deed: Deed) => () => {
    opened.value = deed
  }
  return (
    <li class="row row-wraps">
      <Facts webhook={webhook} />
      <span class="toolbar">
        <button type="button" class="button" onClick={() => void tell(() => sendTest(id))}>
          {w().test}
        </button>
        <button type="button" class="button" onClick={() => void tell(() => toggle(webhook))}>
          {state === 'active' ? w().pause : w().goOn}
        </button>
        <button type="button" class="button" onClick={open('change')}>
          {w().change}
        </button>
        <button type="button" class="button" onClick={open('rotate')}>
          {w().rotate}
        </button>
        <button type="button" class="button button-bad" onClick={open('remove')}>
          {w().remove}
        </button>
      </span>
      <Deeds
        webhook={webhook}
        opened={opened.value}
        showSecret={showSecret}
        close={() => {
          opened.value = undefined
        }}
      />
    </li>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { state, reason, types, old_secret_until: oldUntil } = webhook
  const reasons: Readonly<Record<string, string>> = w().reasons
  return (
    <div>
      <p>
        <strong>{webhook.description || new URL(webhook.url).host}</strong>{' '}
        <Badge tone={webhookTones[state]}>{w().states[state]}</Badge>
      </p>
      <p class="mono row-small">{webhook.url}</p>
      <p class="faint row-small">
        {heard(types.length)} · {w().since(date(webhook.created_at))}
      </p>
      {reason !== null && <p class="row-small">{reasons[reason] ?? reason}</p>}
      {oldUntil !== null && <p class="faint row-small">{w().oldSecret(moment(oldUntil))}</p>}
    </div>
  )
}

function heard(kinds: number): string {
  return kinds === 0 ? w().hears.all : counted(w().hears.some, kinds)
}

type DeedsProps = Props & { opened: Deed | undefined; close(): void }

function Deeds({ webhook, opened, showSecret, close }: DeedsProps) {
  const { webhook_id: id } = webhook
  const done = (said: string) => {
    announce(said)
    changed('webhooks')
    close()
  }
  const change = async (given: Given) => {
    await kontor.patchWebhook({ id, ...webhookIn(given) })
    done(w().changed)
  }
  const rotate = async () => {
    const { signing_secret: secret } = await kontor.rotateWebhookSecret({ id })
    changed('webhooks')
    close()
    showSecret(secret)
  }
  const remove = async () => {
    await kontor.deleteWebhook({ id })
    done(w().removed)
  }
  return (
    <>
      <Dialog title={w().changeTitle} open={opened === 'change'} close={close}>
        <Form send={change} submit={w().save}>
          <WebhookFields of={webhook} />
        </Form>
      </Dialog>
      <Dialog title={w().rotateTitle} open={opened === 'rotate'} close={close}>
        <Form send={rotate} submit={w().rotateNow}>
          <p class="quiet">{w().rotateHint}</p>
        </Form>
      </Dialog>
      <Dialog title={w().removeTitle} open={opened === 'remove'} close={close}>
        <Form send={remove} submit={w().removeNow}>
          <p class="mono row-small">{webhook.url}</p>
          <p class="quiet">{w().removeHint}</p>
        </Form>
      </Dialog>
    </>
  )
}

async function sendTest(id: string): Promise<string> {
  await kontor.testWebhook({ id })
  changed('webhooks')
  return w().testSent
}

async function toggle({ webhook_id: id, state }: Webhook): Promise<string> {
  await kontor.patchWebhook({ id, state: state === 'active' ? 'paused' : 'active' })
  changed('webhooks')
  return state === 'active' ? w().paused : w().goneOn
}
