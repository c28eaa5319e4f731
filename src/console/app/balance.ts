import { computed, signal } from '@preact/signals'
import type { Reply } from '../../client/index.ts'
import { kontor } from '../api/kontor.ts'
import { may } from './session.ts'

/** What the tenant has left, where whoever is logged in may know it. */
export const account = signal<Reply<'getBuyerDashboard'> | undefined>(undefined)
export const balanceCredits = computed(() => account.value?.available_credits)
/** Of a file whose dataset has no price, where whoever is logged in may know it. */
export const housePriceCredits = computed(() => account.value?.prices.download_credits)

export async function refreshBalance(): Promise<void> {
  if (!may('usage:read')) return
  account.value = await kontor.getBuyerDashboard().catch(() => account.peek())
}
