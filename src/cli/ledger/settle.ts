import { monthOf, monthStartMs } from '../../base/clock.ts'
import { amountOf, type Cents, currency } from '../../base/money.ts'
import { isPeriod } from '../../domain/ledger/index.ts'
import { type FolderCommand, UsageError } from '../command.ts'
import { giveAgain } from '../stop.ts'

/** Closes a month and makes the payout statements, or works them out again. */
export const settle: FolderCommand = {
  name: 'settle',
  use: 'write',
  summary: 'close a month and make the payout statements of the providers',
  examples: [
    'kontor settle',
    'kontor settle --period 2026-10',
    'kontor settle --period 2026-10 --check',
    'kontor settle --period 2026-11 --preview',
  ],
  stops: true,
  operand: 'period',
  options: {
    period: {
      type: 'string',
      help: 'a UTC month; the one before this by default',
      value: '<month>',
    },
    check: { type: 'boolean', help: 'settle nothing, work out the statements again and compare' },
    preview: { type: 'boolean', help: 'settle nothing, say what each provider has earned so far' },
  },
  async act(app, values, { signal } = {}) {
    const lastMonth = monthOf(monthStartMs(monthOf(app.clock.nowMs()), -1))
    const period = typeof values.period === 'string' ? values.period : lastMonth
    if (values.check === true) return check(app, period)
    if (values.preview === true) return preview(app, period)
    const settlement = await app.rooms.ledger.settlePeriod(period, signal)
    const { isNew, statements, sellerCents, isWhole } = settlement
    const earned = `${amountOf(sellerCents).toFixed(2)} ${currency}`
    const made = `${statements} statement${statements === 1 ? '' : 's'} over ${earned}`
    const more = statements === 0 ? 'nothing was missing' : `${made} were missing and are made now`
    const data = { period, is_new: isNew, statements, seller_credits: sellerCents }
    if (!isWhole) {
      const stopped = `${made} so far; each is whole. ${giveAgain} It makes the rest.`
      return { lines: [], data: { ...data, stopped: true }, stopped }
    }
    return {
      lines: [isNew ? `${period} is closed: ${made}.` : `${period} was closed before: ${more}.`],
      data,
    }
  },
}

/** Before the end of a month too; the sums are held against the single events. */
async function preview(app: Parameters<FolderCommand['act']>[0], period: string) {
  if (!isPeriod(period)) throw new UsageError('--period must be a month such as 2026-10.')
  const earned = await app.rooms.ledger.previewPeriod(period)
  const problems = await app.rooms.ledger.checkPeriod(period)
  const euros = (inCents: Cents) => `${amountOf(inCents).toFixed(2)} ${currency}`
  return {
    failed: problems.length > 0,
    lines: [
      `${period} so far: ${earned.length} provider${earned.length === 1 ? '' : 's'}.`,
      ...earned.map(
        ({ tenantId, grossCents, sellerCents }) =>
          `  ${tenantId}: gross ${euros(grossCents)}, earned ${euros(sellerCents)}`,
      ),
      ...problems.map(({ message }) => `  WRONG: ${message}`),
    ],
    data: {
      period,
      ok: problems.length === 0,
      problems,
      providers: earned.map(({ tenantId, grossCents, sellerCents }) => ({
        tenant_id: tenantId,
        gross_credits: grossCents,
        seller_credits: sellerCents,
      })),
    },
  }
}

async function check(app: Parameters<FolderCommand['act']>[0], period: string) {
  if (!isPeriod(period)) throw new UsageError('--period must be a month such as 2026-10.')
  const { isSettled } = app.rooms.ledger
  const problems = await app.rooms.ledger.checkPeriod(period)
  return {
    failed: problems.length > 0,
    lines:
      problems.length === 0
        ? [
            isSettled(period)
              ? `Every statement of ${period} follows from its events.`
              : `${period} is not settled: it has no statement. Its sums follow from its events.`,
          ]
        : [
            `The statements of ${period} do NOT follow from their events:`,
            ...problems.map(({ message }) => `  ${message}`),
          ],
    data: { period, ok: problems.length === 0, settled: isSettled(period), problems },
  }
}
