import { useSignal } from '@preact/signals'
import type { Input as Inputs } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { w } from './words.ts'

const networks = ['solana', 'ethereum', 'bitcoin'] as const

type Asked = Pick<
  Inputs<'addWallet'>,
  'network' | 'wallet_address' | 'label' | 'is_primary' | 'message'
> & { message: string }

/** Two steps: which one it is, and a text of the server's that only its owner can sign. */
export function AddWallet({ close }: { close(): void }) {
  const asked = useSignal<Asked | undefined>(undefined)
  if (asked.value) return <Sign asked={asked.value} close={close} />
  const send = async ({ network: name, wallet_address = '', label = '', primary }: Given) => {
    const network = networks.find((one) => one === name) ?? 'solana'
    const status = await kontor.walletStatus({ network, wallet_address })
    if (status.verified) throw new Error(w().verified)
    const { message } = status
    asked.value = { network, wallet_address, label, is_primary: primary !== undefined, message }
  }
  return (
    <Form send={send} submit={w().next}>
      <Select
        label={w().network}
        name="network"
        options={networks.map((one) => [one, w().networks[one]])}
      />
      <Input label={w().walletAddress} name="wallet_address" autocomplete="off" required />
      <Input label={w().label} name="label" maxLength={100} />
      <label class="choice">
        <input type="checkbox" name="primary" defaultChecked />
        <span>{w().isPrimary}</span>
      </label>
    </Form>
  )
}

function Sign({ asked, close }: { asked: Asked; close(): void }) {
  const send = async ({ signature = '' }: Given) => {
    await kontor.addWallet({ ...asked, signature: signature.trim() })
    announce(w().added)
    changed('sol')
    close()
  }
  return (
    <Form send={send} submit={w().addTitle}>
      <p class="quiet">{w().sign}</p>
      <CodeBlock text={asked.message} />
      <Input label={w().signature} name="signature" autocomplete="off" required />
    </Form>
  )
}
