import { Input } from '../../ui/form.tsx'
import { localDay } from './days.ts'
import { w } from './words.ts'

/** The last day of somebody's access; empty: there is none. */
export function EndInput({ defaultValue = '' }: { defaultValue?: string }) {
  return (
    <Input
      label={w().end}
      hint={w().endHint}
      name="expires_at"
      type="date"
      min={localDay(new Date())}
      defaultValue={defaultValue}
    />
  )
}
