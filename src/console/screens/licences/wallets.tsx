import { useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Badge, Box } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { AddWallet } from './add-wallet.tsx'
import { w } from './words.ts'

type Wallet = Reply<'listWallets'>['wallets'][number]

/** Whose signature was seen: payments go to the primary one of Solana. */
export function Wallets() {
  const wallets = useResource((until) => kontor.listWallets(undefined, { signal: until }), ['sol'])
  const adding = useOpen()
  const leaving = useSignal<Wallet | undefined>(undefined)
  const close = () => {
    adding.close()
    leaving.value = undefined
  }
  const remove = async () => {
    if (!leaving.value) return
    const { network, wallet_address } = leaving.value
    await kontor.removeWallet({ network, wallet_address })
    announce(w().removed)
    changed('sol')
    close()
  }
  return (
    <Box id="wallets" title={w().wallets}>
      <Show of={wallets}>
        {({ wallets: list }) => (
          <>
            {list.length === 0 && <p class="faint">{w().noWallets}</p>}
            <ul class="rows">
              {list.map((wallet) => (
                <Row
                  key={wallet.id}
                  wallet={wallet}
                  remove={() => {
                    leaving.value = wallet
                  }}
                />
              ))}
            </ul>
          </>
        )}
      </Show>
      <button type="button" class="button" onClick={adding.open}>
        {w().add}
      </button>
      <Dialog title={w().addTitle} open={adding.isOpen} close={close}>
        <AddWallet close={close} />
      </Dialog>
      <Dialog
        title={leaving.value ? w().removeTitle(nameOf(leaving.value)) : ''}
        open={leaving.value !== undefined}
        close={close}
      >
        <Form send={remove} submit={w().remove}>
          <p class="quiet">{w().removeHint}</p>
        </Form>
      </Dialog>
    </Box>
  )
}

function nameOf({ label, wallet_address: address }: Wallet): string {
  return label || address
}

function Row({ wallet, remove }: { wallet: Wallet; remove(): void }) {
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{wallet.label || w().networks[wallet.network]}</strong>{' '}
          {wallet.is_primary && <Badge tone="good">{w().primary}</Badge>}
        </p>
        <p class="faint row-small mono">{wallet.wallet_address}</p>
      </div>
      <button type="button" class="button button-bad" onClick={remove}>
        {w().remove}
      </button>
    </li>
  )
}
