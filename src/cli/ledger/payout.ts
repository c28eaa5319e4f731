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

type Amount = `${'held' | 'released' | 'reversed'}_amount` | 'gross_revenue' | 'seller_earnings'

/** Shows the statements of closed months; what is yours is held, free or taken back. */
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
    const euros = (one: (typeof payouts)[number], field: Amount) =>
      `${one[field].toFixed(2)} ${one.currency}`
    const rows = payouts.map((one) => [
      one.billing_period_start.slice(0, 7),
      one.status,
      euros(one, 'gross_revenue'),
      euros(one, 'seller_earnings'),
      euros(one, 'held_amount'),
      euros(one, 'released_amount'),
      euros(one, 'reversed_amount'),
      one.payout_statement_id,
    ])
    const parts = ['held', 'free or paid', 'taken back']
    const lines = tableOf(['month', 'status', 'buyers paid', 'yours', ...parts, 'statement'], rows)
    return { lines: rows.length === 0 ? ['No month is closed yet.'] : lines, data: { payouts } }
  },
}

/** Shows what is earned and not yet paid. */
export const payoutBalance: MarketCommand = {
  name: 'payout balance',
  summary: 'show what is not settled yet, and what is held or on its way',
  examples: ['kontor payout balance', 'kontor payout balance --json'],
  options: { tenant: tenantOption },
  async ask({ client }) {
    const { period, currency, ...outlook } = await client.getPayoutOutlook()
    const balance = {
      currency,
      period,
      not_settled: outlook.seller_credits / 100,
      held: outlook.held_credits / 100,
      on_its_way: outlook.released_credits / 100,
      paid: outlook.paid_credits / 100,
    }
    const euros = (amount: number) => `${amount.toFixed(2)} ${currency}`
    return {
      lines: [
        `Not settled yet, from ${period} on: ${euros(balance.not_settled)}.`,
        `Held for disputes: ${euros(balance.held)}. On its way: ${euros(balance.on_its_way)}.`,
        `Paid so far: ${euros(balance.paid)}.`,
      ],
      data: balance,
    }
  },
}
