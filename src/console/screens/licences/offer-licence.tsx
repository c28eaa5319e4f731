import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Input as Inputs } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { pagesTogether } from '../../api/pages.ts'
import { changed, useResource } from '../../api/resource.ts'
import { query, setQuery, to } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { may } from '../../app/session.ts'
import { t } from '../../i18n/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { Show } from '../../ui/show.tsx'
import { w } from './words.ts'

type Type = Inputs<'createMicroip'>['license_type']
const types: readonly Type[] = ['standard', 'commercial', 'exclusive', 'custom']
const filesAtOnce = 50
const pauseMs = 250

/** Puts a licence on a file of one's own house. That it is made is in the address. */
export function OfferLicence() {
  if (!may('objects:write')) return null
  const close = () => setQuery({ offer: undefined })
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => setQuery({ offer: '1' }, { isStep: true })}
      >
        {w().offer}
      </button>
      <Dialog title={w().offerTitle} open={query.value.has('offer')} close={close}>
        <Fields close={close} />
      </Dialog>
    </>
  )
}

function Fields({ close }: { close(): void }) {
  const q = useSignal('')
  const pages = useSignal(1)
  const files = useResource((until) => ask({ q: q.value, pages: pages.value }, until))
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
      {({ list, hasMore }) =>
        list.length === 0 && q.value === '' ? (
          <p class="quiet">
            {w().noFiles} <a href={to('/uploads')}>{w().toUploads}</a>
          </p>
        ) : (
          <Form send={send} submit={w().offerNow}>
            {(hasMore || q.value !== '' || pages.value > 1) && (
              <Finder
                find={(name) => {
                  q.value = name
                  pages.value = 1
                }}
              />
            )}
            <label class="field">
              <span>{w().file}</span>
              <select name="asset_id" required>
                {list.map(({ asset_id: id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
              {list.length === 0 && <small class="faint">{w().noneNamed}</small>}
            </label>
            {hasMore && (
              <button type="button" class="button button-quiet" onClick={() => void pages.value++}>
                {t().buttons.more}
              </button>
            )}
            <Select
              label={w().type}
              hint={w().meanings[type.value]}
              name="license_type"
              options={types.map((one) => [one, w().types[one]])}
              chosen={type.value}
              choose={(one) => {
                type.value = one
              }}
            />
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

/** Asked for when somebody stops typing; what is typed here is sent with nothing. */
function Finder({ find }: { find(name: string): void }) {
  const timer = useRef(0)
  return (
    <label class="field">
      <span>{w().findFile}</span>
      <input
        type="search"
        maxLength={200}
        onInput={({ currentTarget: { value } }) => {
          clearTimeout(timer.current)
          timer.current = window.setTimeout(() => find(value.trim()), pauseMs)
        }}
      />
    </label>
  )
}

/** From the newest on. */
async function ask(asked: { q: string; pages: number }, signal: AbortSignal) {
  const { q, pages } = asked
  const named = q === '' ? {} : { q }
  const lists = await pagesTogether(pages, (page) =>
    kontor.listMyAssets({ ...named, page: page + 1, limit: filesAtOnce }, { signal }),
  )
  return { list: lists.flat(), hasMore: lists.at(-1)?.length === filesAtOnce }
}
