import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { Form } from '../../ui/form.tsx'
import { money, number } from '../../ui/format.ts'
import { creditsIn, type Dataset, PriceField } from './dataset-fields.tsx'
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
        {datasets.map(({ dataset_id: id, name, base_price_credits: price }) => (
          <label key={id} class="choice">
            <input type="checkbox" checked={chosen.value.has(id)} onChange={() => toggle(id)} />
            <span>{name}</span>
            <span class="nums faint">{price === null ? w().housePrice : money(price)}</span>
          </label>
        ))}
      </fieldset>
    </Form>
  )
}
