import { computed } from '@preact/signals'
import { day, region } from '../../../ui/format.ts'

const formats = computed(() => ({
  clock: new Intl.DateTimeFormat(region.value, { hour: '2-digit', minute: '2-digit' }),
  hour: new Intl.DateTimeFormat(region.value, { weekday: 'short', hour: '2-digit' }),
  hours: new Intl.DateTimeFormat(region.value, { day: 'numeric', month: 'short', hour: '2-digit' }),
}))

/** As little of a time as tells it from its neighbours. Days are the server's, which are UTC's. */
export function nameFor(stepSeconds: number): (at: string) => string {
  if (stepSeconds >= 86_400) return day
  const { clock, hour, hours } = formats.value
  const format = stepSeconds < 3_600 ? clock : stepSeconds === 3_600 ? hour : hours
  return (at) => format.format(new Date(at))
}
