import { useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, type Given } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Box, Empty, ScreenHead, Skeleton } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { Deliveries } from './deliveries.tsx'
import type { Webhook } from './webhook.ts'
import { WebhookFields, webhookIn } from './webhook-fields.tsx'
import { WebhookRow } from './webhook-row.tsx'
import { w } from './words.ts'

/** Whom the house tells what happens in it, and how that went. */
export function Webhooks() {
  const webhooks = useResource(allWebhooks, ['webhooks'])
  const { isOpen, open, close } = useOpen()
  const secret = useSignal<string | undefined>(undefined)
  const showSecret = (shown: string) => {
    secret.value = shown
  }
  const add = async (given: Given) => {
    const made = await kontor.createWebhook(webhookIn(given))
    announce(w().added)
    changed('webhooks')
    close()
    showSecret(made.signing_secret)
  }
  return (
    <>
      <ScreenHead title={w().title}>
        <button type="button" class="button button-main" onClick={open}>
          {w().add}
        </button>
      </ScreenHead>
      <p class="prose quiet">{w().hint}</p>
      <Show of={webhooks} waiting={<Skeleton lines={3} tall />}>
        {(list) => <Inside list={list} showSecret={showSecret} />}
      </Show>
      <Dialog title={w().addTitle} open={isOpen} close={close}>
        <Form send={add} submit={w().addNow}>
          <WebhookFields />
        </Form>
      </Dialog>
      <Dialog
        title={w().secret}
        open={secret.value !== undefined}
        close={() => {
          secret.value = undefined
        }}
      >
        <div class="once">
          <p>
            <Icon name="alert" size={16} />
            {w().once}
          </p>
          <CodeBlock text={secret.value ?? ''} />
        </div>
      </Dialog>
    </>
  )
}

type InsideProps = { list: readonly Webhook[]; showSecret(secret: string): void }

function Inside({ list, showSecret }: InsideProps) {
  if (list.length === 0) return <Empty icon="hook" title={w().empty} hint={w().emptyHint} />
  return (
    <>
      <Box id="addresses" title={w().addresses}>
        <ul class="rows">
          {list.map((webhook) => (
            <WebhookRow key={webhook.webhook_id} webhook={webhook} showSecret={showSecret} />
          ))}
        </ul>
      </Box>
      <Deliveries webhooks={list} />
    </>
  )
}

/** There can be twenty. */
async function allWebhooks(signal: AbortSignal): Promise<Webhook[]> {
  const page: Reply<'listWebhooks'> = await kontor.listWebhooks({ limit: 100 }, { signal })
  return page.webhooks
}
