import { isoOf } from '../../../base/clock.ts'
import { amountOf, type Cents, currency } from '../../../base/money.ts'
import type { Invoice } from './invoice.ts'

const words: Readonly<Record<string, string>> = {
  plan: 'Monthly plan',
  search: 'Searches',
  retrieval_standard: 'Passages, standard',
  retrieval_premium: 'Passages, premium',
  citation: 'Citations',
  download: 'Downloads',
  outcome: 'Outcomes',
  refund: 'Given back',
  grant: 'Granted',
  voucher: 'Vouchers',
  welcome: 'Welcome credits',
  stripe: 'Paid by card',
  x402: 'Paid with requests',
}

/** An invoice as one page to print; no script, no outside resource. */
export function invoiceHtml(invoice: Invoice, { tenantName }: { tenantName: string }): string {
  const { invoiceId, issuer, period, lines, totalCredits, credited, isFinal, issuedAtMs } = invoice
  const from = issuer === null ? '' : `From: ${escaped(issuer)}<br>`
  const title = isFinal ? 'Invoice' : 'Invoice (the month is not over)'
  const rows = lines.map(({ kind, quantity, credits }) =>
    row([words[kind] ?? kind, String(quantity), money(credits)]),
  )
  const top = credited.map(({ kind, credits }) => row([words[kind] ?? kind, '', money(credits)]))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(invoiceId)}</title>
<style>
body { font: 11pt/1.5 sans-serif; margin: 2cm auto; max-width: 17cm; color: #111 }
table { width: 100%; border-collapse: collapse; margin: 1em 0 }
th, td { text-align: left; padding: .3em .5em; border-bottom: 1px solid #ccc }
td + td, th + th { text-align: right } tfoot td { font-weight: bold }
</style></head><body>
<h1>${escaped(title)}</h1>
<p>${escaped(invoiceId)}<br>${from}To: ${escaped(tenantName)}<br>Month: ${escaped(period)}<br>
Issued: ${escaped(isoOf(issuedAtMs).slice(0, 10))}</p>
<table><thead><tr><th>What</th><th>Quantity</th><th>${currency}</th></tr></thead>
<tbody>${rows.join('') || row(['Nothing was used', '', money(totalCredits)])}</tbody>
<tfoot>${row(['Total, net', '', money(totalCredits)])}</tfoot></table>
${top.length > 0 ? `<h2>Put on the balance</h2><table><tbody>${top.join('')}</tbody></table>` : ''}
</body></html>
`
}

function row(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`
}

function money(credits: Cents): string {
  return amountOf(credits).toFixed(2)
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
