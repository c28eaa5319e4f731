import { useEffect, useRef } from 'preact/hooks'
import type { Reply } from '../../../client/index.ts'
import { confirming, kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { Form, Input } from '../../ui/form.tsx'
import { Show } from '../../ui/show.tsx'
import { Providers } from './providers.tsx'
import { Answers, type Shown } from './second-step.tsx'
import { w } from './words.ts'

/** Over a screen from which something was asked that hurts: the same goes on once this is shown. */
export function Confirm() {
  const challenge = useResource((until) => kontor.askToConfirm(undefined, { signal: until }))
  return (
    <>
      <p class="quiet">{w().confirmHint}</p>
      <Show of={challenge}>{(data) => <Ways challenge={data} />}</Show>
    </>
  )
}

function Ways({ challenge }: { challenge: Reply<'askToConfirm'> }) {
  const { challenge_id: id, means } = challenge
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The dialog gave the focus to what was there when it opened.
    box.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [])
  return (
    <div class="stack" ref={box}>
      <Answers challenge={challenge} submit={w().confirm} answer={(shown) => confirm(id, shown)} />
      {means.includes('password') && <Password />}
      {means.includes('provider') && <Providers />}
    </div>
  )
}

function Password() {
  const send = async ({ password = '' }) => {
    await kontor.confirmBrowserSession({ password })
    confirming.value?.(true)
  }
  return (
    <Form send={send} submit={w().confirm} wide>
      <Input
        label={w().password}
        name="password"
        type="password"
        autocomplete="current-password"
        required
      />
    </Form>
  )
}

async function confirm(id: string, shown: Shown): Promise<void> {
  const asked = 'passkey' in shown ? { challenge_id: id } : {}
  await kontor.confirmBrowserSession({ ...asked, ...shown })
  confirming.value?.(true)
}
