import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { query, setQuery } from '../../app/address.ts'
import { tell } from '../../app/announce.tsx'
import { locale } from '../../i18n/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { money, month, number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Badge, Box } from '../../ui/parts.tsx'
import { saveBlob } from '../../ui/save-as.ts'
import { Show } from '../../ui/show.tsx'
import { w } from './words.ts'

/** A month a line; which one is open is in the address. */
export function Invoices() {
  const invoices = useResource(
    (until) => kontor.listInvoices(undefined, { signal: until }),
    ['money'],
  )
  const period = query.value.get('invoice')
  return (
    <Box id="invoices" title={w().invoices}>
      <Show of={invoices}>
        {({ invoices: months }) => (
          <>
            {months.length === 0 && <p class="faint">{w().noInvoices}</p>}
            <ul class="rows">
              {months.map(({ period: one, final, total_credits: total }) => (
                <li key={one} class="row">
                  <div>
                    <strong>{month(one)}</strong>{' '}
                    {!final && <Badge tone="info">{w().running}</Badge>}
                  </div>
                  <span class="nums">{money(total)}</span>
                  <button
                    type="button"
                    class="button"
                    onClick={() => setQuery({ invoice: one }, { isStep: true })}
                  >
                    {w().show}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Show>
      <Dialog
        title={period === null ? '' : w().invoiceOf(month(period))}
        open={period !== null}
        close={() => setQuery({ invoice: undefined })}
      >
        {period !== null && <Invoice period={period} />}
      </Dialog>
    </Box>
  )
}

function Invoice({ period }: { period: string }) {
  const invoice = useResource((until) => kontor.getInvoice({ period }, { signal: until }))
  return (
    <Show of={invoice}>
      {({ lines, credited, total_credits: total }) => (
        <>
          <Lines title={w().what} lines={lines} total={total} />
          {credited.length > 0 && <Lines title={w().credited} lines={credited} />}
          <p class="faint">{w().net}</p>
          <div class="dialog-end">
            <button type="button" class="button" onClick={() => void save(period)}>
              <Icon name="download" size={16} /> {w().download}
            </button>
          </div>
        </>
      )}
    </Show>
  )
}

type Line = { kind: string; quantity?: number; credits: number; of_period?: string | undefined }

function Lines({ title, lines, total }: { title: string; lines: readonly Line[]; total?: number }) {
  const isCounted = lines.some(({ quantity }) => quantity !== undefined)
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          {isCounted && (
            <th scope="col" class="end">
              {w().count}
            </th>
          )}
          <th scope="col" class="end">
            {w().amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ kind, quantity, credits, of_period: of }) => (
          <tr key={`${kind} ${of}`}>
            <th scope="row">
              {of === undefined ? (kinds()[kind] ?? kind) : w().refundOf(month(`${of}-01`))}
            </th>
            {quantity !== undefined && <td class="end nums">{number(quantity)}</td>}
            <td class="end nums">{money(credits)}</td>
          </tr>
        ))}
        {total !== undefined && (
          <tr>
            <th scope="row">{w().sum}</th>
            {isCounted && <td />}
            <td class="end nums">
              <strong>{money(total)}</strong>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** A kind that came later has its own name for a word. */
const kinds = (): Readonly<Record<string, string>> => w().kinds

function save(period: string): Promise<void> {
  return tell(async () => {
    const { value: lang } = locale
    const asked = lang === 'ar' ? { period } : { period, lang }
    const page = await kontor.getInvoicePage(asked)
    saveBlob({ blob: await page.blob(), filename: `kontor-${period}.html` })
  })
}
