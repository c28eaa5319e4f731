import { useSignal } from '@preact/signals'
import { changed } from '../../api/resource.ts'
import { balanceCredits } from '../../app/balance.ts'
import { Form, Input } from '../../ui/form.tsx'
import { money, number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Box } from '../../ui/parts.tsx'
import { type Tried, tryKey } from './try-key.ts'
import { w } from './words.ts'

/** Whether it really works, before somebody looks for the mistake in a program. */
export function Test({ secret }: { secret: string | undefined }) {
  const tried = useSignal<Tried | undefined>(undefined)
  const send = async ({ q = '', key = '' }) => {
    tried.value = undefined
    tried.value = await tryKey({ secret: secret ?? key.trim(), q })
    changed('keys')
    changed('money')
  }
  const left = balanceCredits.value
  return (
    <Box id="test" title={w().test} stacked>
      <p class="faint">
        {w().testHint} {left !== undefined && w().left(money(left))}
      </p>
      <Form send={send} submit={w().search}>
        {secret === undefined && (
          <Input label={w().yourSecret} name="key" type="password" autocomplete="off" required />
        )}
        <Input label={w().question} name="q" maxLength={200} required />
      </Form>
      <div role="status">{tried.value && <Outcome {...tried.value} />}</div>
    </Box>
  )
}

function Outcome({ found, charged, ms }: Tried) {
  return (
    <p class="worked">
      <Icon name="check" size={16} />
      <span>
        {w().works(number(found))} <span class="faint">{w().took(number(ms))}</span>
        {charged > 0 && <span class="faint"> {w().cost(money(charged))}</span>}
      </span>
    </p>
  )
}
