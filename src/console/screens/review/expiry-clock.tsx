import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { moment, until } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { w } from './words.ts'

const minuteMs = 60_000
const soonMs = 12 * 60 * minuteMs

/** How long a review may still take; it goes on while somebody looks. */
export function ExpiryClock({ iso }: { iso: string }) {
  const nowMs = useSignal(Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      nowMs.value = Date.now()
    }, minuteMs)
    return () => clearInterval(timer)
  }, [])
  const isSoon = Date.parse(iso) - nowMs.value < soonMs
  return (
    <span class={isSoon ? 'expiry expiry-soon' : 'expiry'} title={w().expires(moment(iso))}>
      <Icon name="clock" size={14} />
      {until(iso, nowMs.value)}
    </span>
  )
}
