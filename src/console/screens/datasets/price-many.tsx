import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { Form } from '../../ui/form.tsx'
import { number, price } from '../../ui/format.ts'
import { creditsIn, type Dataset, PriceField } from './dataset-fields.tsx'
import { housePrice } from './house-price.ts'
import { w } from './words.ts'

type PriceManyProps = { datasets: readonly Dataset[]; close(): void }

/** One price for all that are chosen; what each costs now stands beside it. */
export function PriceMany({ datasets, close }: PriceManyProps) {
  const chosen = useSignal<ReadonlySet<string>>(new Set())
  const toggle = (id: string) => {
    const next = new Set(chosen.value)
    if (!next.delete(id)) next.add(id)
    chosen.value = next
  }
  const send = async (given: Readonly<Record<string, string>>) => {
    if (chosen.value.size === 0) throw new Error(w().choose)
    const { datasets: priced } = await kontor.priceDatasets({
      dataset_ids: [...chosen.value],
      base_price_credits: creditsIn(given.base_price_credits),
    })
    announce(w().priced(number(priced.length)))
    changed('datasets')
    close()
  }
  return (
    <Form send={send} submit={w().setPrice}>
      <PriceField credits={null} />
      <fieldset class="choices">
        <legend>{w().which}</legend>
        {datasets.map(({ dataset_id: id, name, base_price_credits: credits }) => (
          <label key={id} class="choice">
            <input type="checkbox" checked={chosen.value.has(id)} onChange={() => toggle(id)} />
            <span>{name}</span>
            <span class="nums faint">{credits === null ? housePrice() : price(credits)}</span>
          </label>
        ))}
      </fieldset>
    </Form>
  )
}
