import { type MarketCommand, requireOption, tenantOption } from '../command.ts'
import { everyPage } from '../market/names.ts'
import { tableOf } from '../table.ts'

/** Shows where earnings are paid to, or says where. */
export const payoutAccount: MarketCommand = {
  name: 'payout account',
  summary: 'show or set the account that your earnings are paid to',
  examples: [
    'kontor payout account',
    'kontor payout account --holder "Ada Ltd" --iban DE89370400440532013000',
  ],
  options: {
    holder: { type: 'string', help: 'whose account it is' },
    iban: { type: 'string', help: 'its number; only the end is ever shown', value: '<iban>' },
    bic: { type: 'string', help: 'of the bank, where it is wanted', value: '<bic>' },
    tenant: tenantOption,
  },
  async ask({ client }, values) {
    const { holder, iban, bic } = values
    const isSet = [holder, iban, bic].some((one) => one !== undefined)
    const account = isSet
      ? await client.setPayoutAccount({
          holder_name: requireOption(values, 'holder'),
          iban: requireOption(values, 'iban'),
          ...(typeof bic === 'string' ? { bic } : {}),
        })
      : await client.getPayoutAccount()
    const { holder_name, iban_ends_in, updated_at } = account
    const bank = account.bic === null ? '' : `, ${account.bic}`
    return {
      lines: [`${holder_name}, IBAN that ends in ${iban_ends_in}${bank}, since ${updated_at}.`],
      data: account,
    }
  },
}

/** Shows the statements of closed months. */
export const payoutStatements: MarketCommand = {
  name: 'payout statements',
  summary: 'show what closed months earned, and what became of it',
  examples: ['kontor payout statements', 'kontor payout statements --tenant "Ada Ltd" --json'],
  options: { tenant: tenantOption },
  async ask({ client }) {
    const payouts = await everyPage(
      (cursor) => client.listPayouts({ cursor, limit: 100 }),
      (page) => page.payouts,
    )
    const euros = (one: (typeof payouts)[number], field: 'gross_revenue' | 'seller_earnings') =>
      `${one[field].toFixed(2)} ${one.currency}`
    const rows = payouts.map((one) => [
      one.billing_period_start.slice(0, 7),
      one.status,
      euros(one, 'gross_revenue'),
      euros(one, 'seller_earnings'),
      one.payout_statement_id,
    ])
    const lines = tableOf(['month', 'status', 'buyers paid', 'yours', 'statement'], rows)
    return { lines: rows.length === 0 ? ['No month is closed yet.'] : lines, data: { payouts } }
  },
}

/** Shows what is earned and not yet paid. */
export const payoutBalance: MarketCommand = {
  name: 'payout balance',
  summary: 'show what this month earned so far, and what is held or on its way',
  examples: ['kontor payout balance', 'kontor payout balance --json'],
  options: { tenant: tenantOption },
  async ask({ client }) {
    const from = `${new Date().toISOString().slice(0, 7)}-01`
    const { revenue_summary: month } = await client.getProviderAnalytics({ from })
    const payouts = await everyPage(
      (cursor) => client.listPayouts({ cursor, limit: 100 }),
      (page) => page.payouts,
    )
    const sumOf = (field: 'held_amount' | 'released_amount', statuses: readonly string[]) => {
      const meant = payouts.filter(({ status }) => statuses.includes(status))
      // In cents: euros as they are written do not add up exactly.
      return meant.reduce((sum, one) => sum + Math.round(one[field] * 100), 0) / 100
    }
    const balance = {
      currency: month.currency,
      this_month: month.seller_earnings,
      held: sumOf('held_amount', ['pending', 'held']),
      on_its_way: sumOf('released_amount', ['approved', 'processing', 'failed']),
      paid: sumOf('released_amount', ['paid']),
    }
    const euros = (amount: number) => `${amount.toFixed(2)} ${balance.currency}`
    return {
      lines: [
        `This month so far: ${euros(balance.this_month)}.`,
        `Held for disputes: ${euros(balance.held)}. On its way: ${euros(balance.on_its_way)}.`,
        `Paid so far: ${euros(balance.paid)}.`,
      ],
      data: balance,
    }
  },
}
