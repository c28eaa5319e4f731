import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { me } from '../../app/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { Box, FactList } from '../../ui/parts.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { w } from './words.ts'

type PayoutAccount = Reply<'getPayoutOutlook'>['account']

/** Set by owners and administrators; of the number only the end is ever shown. */
export function Account({ account }: { account: PayoutAccount }) {
  const { isOpen, open, close } = useOpen()
  const send = async ({ holder_name = '', iban = '', bic = '' }: Given) => {
    await kontor.setPayoutAccount({ holder_name, iban, ...(bic.trim() === '' ? {} : { bic }) })
    announce(w().saved)
    changed('money')
    close()
  }
  const maySet = me.value?.roles.some((role) => role === 'owner' || role === 'admin')
  return (
    <Box id="account" title={w().account} stacked>
      {account ? <Facts account={account} /> : <p class="faint">{w().noAccount}</p>}
      {maySet && (
        <div class="form-end">
          <button type="button" class={account ? 'button' : 'button button-main'} onClick={open}>
            {account ? w().change : w().set}
          </button>
        </div>
      )}
      <Dialog title={w().account} open={isOpen} close={close}>
        <Form send={send} submit={w().save}>
          <Input
            label={w().holder}
            name="holder_name"
            defaultValue={account?.holder_name ?? ''}
            required
          />
          <Input label={w().iban} hint={w().ibanHint} name="iban" autocomplete="off" required />
          <Input label={w().bic} hint={w().bicHint} name="bic" autocomplete="off" />
        </Form>
      </Dialog>
    </Box>
  )
}

function Facts({ account }: { account: NonNullable<PayoutAccount> }) {
  const facts = [
    [w().holder, account.holder_name],
    [w().iban, w().endsIn(account.iban_ends_in)],
    ...(account.bic === null ? [] : [[w().bic, account.bic]]),
  ]
  return <FactList facts={facts} />
}
