import { monthOf, monthStartMs } from '../base/clock.ts'
import { amountOf, currency } from '../base/money.ts'
import type { FolderCommand } from './command.ts'

/** Closes a month and makes the payout statements, or works them out again. */
export const settle: FolderCommand = {
  name: 'settle',
  summary: 'close a month and make the payout statements of the providers',
  examples: [
    'kontor settle',
    'kontor settle --period 2026-10',
    'kontor settle --period 2026-10 --check',
  ],
  options: {
    period: {
      type: 'string',
      help: 'a UTC month; the one before this by default',
      value: '<month>',
    },
    check: { type: 'boolean', help: 'settle nothing, work out the statements again and compare' },
  },
  async act(app, values) {
    const lastMonth = monthOf(monthStartMs(monthOf(app.clock.nowMs()), -1))
    const period = typeof values.period === 'string' ? values.period : lastMonth
    if (values.check === true) return check(app, period)
    const { isNew, statements, sellerCents } = await app.rooms.ledger.settlePeriod(period)
    const earned = `${amountOf(sellerCents).toFixed(2)} ${currency}`
    const made = `${statements} statement${statements === 1 ? '' : 's'} over ${earned}`
    return {
      lines: [
        isNew ? `${period} is closed: ${made}.` : `${period} was closed before: ${made} new.`,
      ],
      data: { period, is_new: isNew, statements, seller_credits: sellerCents },
    }
  },
}

async function check(app: Parameters<FolderCommand['act']>[0], period: string) {
  const problems = await app.rooms.ledger.checkPeriod(period)
  return {
    failed: problems.length > 0,
    lines:
      problems.length === 0
        ? [`Every statement of ${period} follows from its events.`]
        : [
            `The statements of ${period} do NOT follow from their events:`,
            ...problems.map(({ message }) => `  ${message}`),
          ],
    data: { period, ok: problems.length === 0, problems },
  }
}
