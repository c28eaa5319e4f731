import { computed } from '@preact/signals'
import { locale } from '../../../i18n/index.ts'

const format = computed(
  () =>
    new Intl.DateTimeFormat(locale.value, {
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
    }),
)

/** To the thousandth of a second: lines of one moment are told apart. */
export function exact(iso: string): string {
  return format.value.format(new Date(iso))
}
