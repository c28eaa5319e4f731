import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { housePriceCredits } from '../../app/balance.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { price } from '../../ui/format.ts'
import type { Dataset, Line } from './candidates.ts'
import { setTitleOf } from './set-title.ts'
import { w } from './words.ts'

type Props = { line: Line | undefined; dataset: Dataset; close(): void }

/** The last word before buyers pay another price: that of before stands beside it. */
export function SetPrice({ line, dataset, close }: Props) {
  const title = line ? setTitleOf(line) : ''
  return (
    <Dialog title={title} open={line !== undefined} close={close}>
      {line && <Question line={line} dataset={dataset} close={close} />}
    </Dialog>
  )
}

function Question({ line, dataset, close }: { line: Line; dataset: Dataset; close(): void }) {
  const { base_price_credits: before, pricing_model: model } = dataset
  const send = async () => {
    const { base_price_credits, pricing_model } = line
    await kontor.patchDataset({ id: dataset.dataset_id, base_price_credits, pricing_model })
    announce(w().isSet)
    changed('datasets')
    close()
  }
  return (
    <Form send={send} submit={w().setNow}>
      <dl class="quote-lines">
        <div>
          <dt>
            {w().after} <small class="faint">{w().models[line.pricing_model]}</small>
          </dt>
          <dd class="nums">{price(line.base_price_credits)}</dd>
        </div>
        <div>
          <dt>
            {w().before} <small class="faint">{w().models[model]}</small>
          </dt>
          <dd class="nums">{before === null ? housePrice() : price(before)}</dd>
        </div>
      </dl>
      <p class="quiet">{w().setHint}</p>
    </Form>
  )
}

function housePrice(): string {
  const credits = housePriceCredits.value
  return credits === undefined ? w().housePrice : `${price(credits)} · ${w().housePrice}`
}
