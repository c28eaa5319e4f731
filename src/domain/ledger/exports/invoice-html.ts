import { isoOf } from '../../../base/clock.ts'
import { amountOf, type Cents, currency } from '../../../base/money.ts'
import type { Invoice } from './invoice.ts'
import { type InvoiceLanguage, invoiceWords } from './invoice-words.ts'

type About = { tenantName: string; language?: InvoiceLanguage }

/** An invoice as one page to print; no script, no outside resource. */
export function invoiceHtml(invoice: Invoice, { tenantName, language = 'en' }: About): string {
  const { invoiceId, issuer, period, lines, totalCredits, credited, issuedAtMs } = invoice
  const words = invoiceWords[language]
  const money = moneyIn(language)
  const from = issuer === null ? '' : `${words.from}${escaped(issuer)}<br>`
  const title = titleOf(invoice, words)
  const nameOf = ({ kind, ofPeriod }: { kind: string; ofPeriod?: string }) =>
    ofPeriod === undefined ? (words.kinds[kind] ?? kind) : `${words.refundOf} ${ofPeriod}`
  const rows = lines.map((line) => {
    return row([nameOf(line), String(line.quantity), money(line.credits)])
  })
  const top = credited.map((sum) => row([nameOf(sum), '', money(sum.credits)]))
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escaped(invoiceId)}</title>
<style>
body { font: 11pt/1.5 sans-serif; margin: 2cm auto; max-width: 17cm; color: #111 }
table { width: 100%; border-collapse: collapse; margin: 1em 0 }
th, td { text-align: left; padding: .3em .5em; border-bottom: 1px solid #ccc }
td + td, th + th { text-align: right } tfoot td { font-weight: bold }
</style></head><body>
<h1>${escaped(title)}</h1>
<p>${escaped(invoiceId)}<br>${from}${words.to}${escaped(tenantName)}<br>
${words.month}${escaped(period)}<br>${words.issued}${escaped(isoOf(issuedAtMs).slice(0, 10))}</p>
<table><thead><tr><th>${words.what}</th><th>${words.quantity}</th><th>${currency}</th></tr></thead>
<tbody>${rows.join('') || row([words.nothing, '', money(totalCredits)])}</tbody>
<tfoot>${row([words.total, '', money(totalCredits)])}</tfoot></table>
<p>${words.noTax}</p>
${top.length > 0 ? `<h2>${words.credited}</h2><table><tbody>${top.join('')}</tbody></table>` : ''}
</body></html>
`
}

/** What is owed to the buyer is no invoice, as far as the month is over. */
function titleOf(
  { isFinal, totalCredits }: Invoice,
  words: (typeof invoiceWords)[InvoiceLanguage],
): string {
  if (!isFinal) return words.running
  return totalCredits < 0 ? words.creditNote : words.invoice
}

function row(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`
}

/** Two digits of cents, as the language writes them; of thousands nothing is made. */
function moneyIn(language: InvoiceLanguage): (credits: Cents) => string {
  const shape = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false }
  const format = new Intl.NumberFormat(language, shape)
  return (credits) => format.format(amountOf(credits))
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
