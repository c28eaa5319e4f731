import { computed } from '@preact/signals'
import { locale } from '../../i18n/index.ts'

/** A lamport is the least there is of one. */
const digits = 9
const lamportsPerSol = 10 ** digits

const format = computed(() => {
  return new Intl.NumberFormat(locale.value, {
    style: 'currency',
    currency: 'SOL',
    currencyDisplay: 'code',
    minimumFractionDigits: 0,
    maximumFractionDigits: digits,
  })
})

export function sol(amount: number): string {
  return format.value.format(amount)
}

export function lamports(count: number): string {
  return sol(count / lamportsPerSol)
}

/** Exactly: 0.3 less 0.1 is 0.2. */
export function leftOf(balance: number, { price }: { price: number }): number {
  return (lamportsOf(balance) - lamportsOf(price)) / lamportsPerSol
}

function lamportsOf(amount: number): number {
  return Math.round(amount * lamportsPerSol)
}
