import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { query, setQuery } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { me } from '../../app/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { money } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { w } from './words.ts'

/** Credits for a code: where whoever has too little of them is sent, so it is in the address. */
export function Redeem() {
  const mayRedeem = me.value?.roles.some((role) => role === 'owner' || role === 'admin')
  const close = () => setQuery({ redeem: undefined })
  const send = async ({ code = '' }: Given) => {
    const { credits, available_credits: left } = await kontor.redeemVoucher({ code: code.trim() })
    announce(w().redeemed({ credits: money(credits), left: money(left) }))
    changed('money')
    close()
  }
  return (
    <>
      {mayRedeem && (
        <button
          type="button"
          class="button"
          onClick={() => setQuery({ redeem: '1' }, { isStep: true })}
        >
          <Icon name="coin" size={16} />
          {w().redeem}
        </button>
      )}
      <Dialog title={w().redeemTitle} open={query.value.has('redeem')} close={close}>
        {mayRedeem ? (
          <Form send={send} submit={w().redeemNow}>
            <p class="quiet">{w().redeemHint}</p>
            <Input label={w().code} name="code" autocomplete="off" maxLength={100} required />
          </Form>
        ) : (
          <p class="quiet">{w().askOwner}</p>
        )}
      </Dialog>
    </>
  )
}
