import { setQuery } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { fetchLicensed, type Licence } from './licence.ts'
import { leftOf, sol } from './sol.ts'
import { w } from './words.ts'

type Props = { licence: Licence | undefined; balance: number; close(): void }

/** The terms, the price and what is left, before anything is paid. */
export function BuyLicence({ licence, balance, close }: Props) {
  const title = licence ? w().quote(licence.micro_ip.name) : ''
  return (
    <Dialog title={title} open={licence !== undefined} close={close}>
      {licence && <Quote licence={licence} balance={balance} close={close} />}
    </Dialog>
  )
}

type QuoteProps = { licence: Licence; balance: number; close(): void }

function Quote({ licence, balance, close }: QuoteProps) {
  const { asset_id, micro_ip: ip, metadata } = licence
  const left = leftOf(balance, ip)
  const send = async () => {
    await fetchLicensed({ asset_id, filename: metadata.file_name, max_price: ip.price })
    announce(w().bought(ip.name))
    close()
  }
  return (
    <div class="quote">
      <p class="quote-what">
        <strong>{w().types[ip.license_type]}</strong> {w().meanings[ip.license_type]}
      </p>
      <dl class="quote-lines">
        <div>
          <dt>{w().price}</dt>
          <dd class="nums">{sol(ip.price)}</dd>
        </div>
        <div>
          <dt>{w().left}</dt>
          <dd class="nums">{sol(left)}</dd>
        </div>
      </dl>
      {left < 0 ? (
        <>
          <p class="hint">{w().tooDear}</p>
          <div class="dialog-end">
            <button type="button" class="button" onClick={close}>
              {w().cancel}
            </button>
            <button
              type="button"
              class="button button-main"
              onClick={() => setQuery({ part: 'account' })}
            >
              {w().topUp}
            </button>
          </div>
        </>
      ) : (
        <Form
          send={send}
          submit={w().buyNow(sol(ip.price))}
          more={
            <button type="button" class="button" onClick={close}>
              {w().cancel}
            </button>
          }
        >
          <p class="faint">{w().notMore}</p>
        </Form>
      )}
    </div>
  )
}
