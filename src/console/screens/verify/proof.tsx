import type { Verdict } from '../../../client/index.ts'
import { moment, money, number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { FactList } from '../../ui/parts.tsx'
import { saveText } from '../../ui/save-as.ts'
import type { Checked, Receipt } from './check.ts'
import { w } from './words.ts'

/** No name is in the ledger: who knows what was bought, and who asks, says it. */
type ProofProps = Checked & { title?: string | undefined; own?: Own | undefined }
type Own = { tenant_id: string; name: string }

/** What was found about a receipt, step by step, and what it says. */
export function Proof({ receipt, verdict, title, own }: ProofProps) {
  const isGenuine = Object.values(verdict).every(Boolean)
  return (
    <div class="proof">
      <p class={isGenuine ? 'proof-seal is-good' : 'proof-seal is-bad'} role="status">
        <Icon name={isGenuine ? 'shield' : 'alert'} size={28} />
        {isGenuine ? w().genuine : w().forged}
      </p>
      <p class="quiet">{w().checked}</p>
      <ul class="proof-steps">
        {(Object.keys(verdict) as (keyof Verdict)[]).map((step) => (
          <li key={step} class={verdict[step] ? 'is-good' : 'is-bad'}>
            <Icon name={verdict[step] ? 'check' : 'close'} size={16} />
            <span>
              {w().steps[step]}
              {!verdict[step] && ` – ${w().failed}`}
            </span>
          </li>
        ))}
      </ul>
      <FactList facts={factsOf(receipt, { title, own })} />
      <Lines receipt={receipt} />
      <p class="faint">
        {w().head({
          rows: number(receipt.head.transfers.size),
          when: moment(receipt.head.signed_at),
        })}{' '}
        <code>{receipt.head.key_id}</code>
      </p>
      <div class="dialog-end no-print">
        <button type="button" class="button" onClick={() => print()}>
          {w().print}
        </button>
        <button type="button" class="button" onClick={() => save(receipt)}>
          <Icon name="download" size={16} /> {w().save}
        </button>
      </div>
    </div>
  )
}

/** What it is for, when it was, and between whom, as the rows of the ledger have them. */
function factsOf({ id, entries }: Receipt, { title, own }: Pick<ProofProps, 'title' | 'own'>) {
  const event = entries.find((entry) => entry.log === 'event')?.body
  const whenMs = event?.createdAt ?? entries.find((entry) => entry.log === 'transfer')?.createdAt
  const { what, when, buyer, id: name } = w().facts
  return [
    [what, named(title, event?.assetId)],
    [when, whenMs === undefined ? null : moment(new Date(whenMs).toISOString())],
    [buyer, house(event?.buyerTenantId, own)],
    [w().provider, house(event?.providerTenantId, own)],
    [name, id],
  ] as const
}

function house(id: string | null | undefined, own: Own | undefined) {
  return named(own?.tenant_id === id ? own?.name : undefined, id)
}

/** The id stays: it is what the ledger has. */
function named(...parts: readonly (string | null | undefined)[]): string | null {
  return parts.filter(Boolean).join(' · ') || null
}

/** What was charged, and who got which part of it. */
function Lines({ receipt: { entries } }: { receipt: Receipt }) {
  const lines = entries.map((entry) => {
    if (entry.log === 'event') {
      return { seq: entry.seq, name: w().charged, credits: entry.body.chargeCents }
    }
    const isHouse = entry.body.credit.owner === 'platform'
    const name = isHouse ? w().house : w().provider
    return { seq: -entry.seq, name, credits: entry.body.amountMinor }
  })
  return (
    <dl class="quote-lines">
      {lines.map(({ seq, name, credits }) => (
        <div key={seq}>
          <dt>{name}</dt>
          <dd class="nums">{money(credits)}</dd>
        </div>
      ))}
    </dl>
  )
}

function save(receipt: Receipt): void {
  const filename = `receipt-${receipt.id.slice(-12)}.json`
  saveText({ text: JSON.stringify(receipt, null, 2), filename })
}
