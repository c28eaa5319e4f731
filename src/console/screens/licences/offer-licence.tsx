import { useSignal } from '@preact/signals'
import type { Input as Inputs } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { query, setQuery, to } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { may } from '../../app/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { Show } from '../../ui/show.tsx'
import { w } from './words.ts'

type Type = Inputs<'createMicroip'>['license_type']
const types: readonly Type[] = ['standard', 'commercial', 'exclusive', 'custom']
/** The newest: others are licensed by programs. */
const filesMax = 100

/** Puts a licence on a file of one's own house. That it is made is in the address. */
export function OfferLicence() {
  if (!may('objects:write')) return null
  const close = () => setQuery({ offer: undefined })
  return (
    <>
      <button type="button" class="button" onClick={() => setQuery({ offer: '1' })}>
        {w().offer}
      </button>
      <Dialog title={w().offerTitle} open={query.value.has('offer')} close={close}>
        <Fields close={close} />
      </Dialog>
    </>
  )
}

function Fields({ close }: { close(): void }) {
  const files = useResource((until) => kontor.listMyAssets({ limit: filesMax }, { signal: until }))
  const type = useSignal<Type>('standard')
  const send = async ({ asset_id = '', price = '' }: Given) => {
    const asked = { asset_id, price: Number(price), license_type: type.value }
    const { micro_ip: ip } = await kontor.createMicroip(asked)
    announce(w().offered(ip.name))
    changed('sol')
    close()
  }
  return (
    <Show of={files}>
      {(list) =>
        list.length === 0 ? (
          <p class="quiet">
            {w().noFiles} <a href={to('/uploads')}>{w().toUploads}</a>
          </p>
        ) : (
          <Form send={send} submit={w().offerNow}>
            <label class="field">
              <span>{w().file}</span>
              <select name="asset_id">
                {list.map(({ asset_id: id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <label class="field">
              <span>{w().type}</span>
              <select
                name="license_type"
                value={type.value}
                onChange={({ currentTarget }) => {
                  type.value = currentTarget.value as Type
                }}
              >
                {types.map((one) => (
                  <option key={one} value={one}>
                    {w().types[one]}
                  </option>
                ))}
              </select>
              <small class="faint">{w().meanings[type.value]}</small>
            </label>
            <Input
              label={w().priceInSol}
              hint={w().offerHint}
              name="price"
              type="number"
              min={0.000000001}
              step="any"
              required
            />
          </Form>
        )
      }
    </Show>
  )
}
