import type { Reply } from '../../../../client/index.ts'
import { kontor, prefix } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { query, to } from '../../../app/address.ts'
import { moment, money, month, number } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Badge, Box, FactList, ScreenHead, Skeleton } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { lamports } from '../../licences/sol.ts'
import { afterWork, useWorks } from '../work/use-works.ts'
import { WorkDesk } from '../work/work-desk.tsx'
import { SigningKeys } from './signing-keys.tsx'
import { Tabs } from './tabs.tsx'
import { w } from './words.ts'

type Known = Reply<'getReconciliation'>

/** The address says which months are looked at: those before this one. */
const before = () => query.value.get('before') ?? undefined

/** The books against statements and payments, their signed head, and the settlements. */
export function Books() {
  const works = useWorks()
  const known = useResource(
    (signal) => kontor.getReconciliation({ before: before() }, { signal }),
    [afterWork, 'money'],
  )
  return (
    <>
      <ScreenHead title={w().title} />
      <Tabs />
      <Show of={known} waiting={<Skeleton lines={8} tall />}>
        {(all) => (
          <>
            <p>
              <Badge tone={all.balanced ? 'good' : 'bad'}>
                {all.balanced ? w().balanced : w().notBalanced}
              </Badge>
            </p>
            <div class="two">
              <Head known={all} />
              <Accounts known={all} />
            </div>
            <Months known={all} />
          </>
        )}
      </Show>
      <WorkDesk
        title={w().settlement}
        works={works}
        kinds={['settle_preview', 'settle', 'settle_check', 'ledger_verify']}
      />
    </>
  )
}

function Head({ known: { head, transfers_since: since, verified } }: { known: Known }) {
  const checked = verified && moment(verified.at)
  const said = checked && (verified?.ok ? w().inOrder(checked) : w().outOfOrder(checked))
  const { headFacts } = w()
  return (
    <Box id="head" title={w().head}>
      <FactList
        facts={[
          [headFacts.transfers, number(head.transfers.size)],
          [headFacts.since, number(since)],
          [headFacts.verified, said ?? w().never],
          [headFacts.signed, moment(head.signed_at)],
          [headFacts.root, <Hash key="root" text={head.transfers.root} />],
          [headFacts.chain, <Hash key="chain" text={head.transfers.chain} />],
          [headFacts.key, <Hash key="key" text={head.key_id} />],
        ]}
      />
      <SigningKeys />
    </Box>
  )
}

function Hash({ text }: { text: string }) {
  return <span class="mono row-small">{text}</span>
}

function Accounts({ known: { accounts, payments } }: { known: Known }) {
  return (
    <Box id="accounts" title={w().accounts}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{w().account}</th>
            <th scope="col" class="end">
              {w().posted}
            </th>
            <th scope="col" class="end extra">
              {w().held}
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((one) => (
            <tr key={`${one.unit} ${one.kind}`}>
              <th scope="row">{accountName(one.kind)}</th>
              <td class="end">{amount(one.unit, one.posted)}</td>
              <td class="end extra">{amount(one.unit, one.held)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {payments.length > 0 && (
        <FactList
          facts={payments.map((one) => [
            `${w().requests} (${w().requestStates[one.state]})`,
            `${number(one.payments)} · ${money(one.credits)}`,
          ])}
        />
      )}
    </Box>
  )
}

/** One that is new to this page is called as the server calls it. */
function accountName(kind: string): string {
  return (w().accountKinds as Readonly<Record<string, string>>)[kind] ?? kind
}

function amount(unit: 'CREDIT' | 'SOL', minor: number): string {
  return unit === 'CREDIT' ? money(minor) : lamports(minor)
}

function Months({ known }: { known: Known }) {
  const { months, months_before: older, unsettled_months: waiting } = known
  return (
    <Box id="months" title={w().months}>
      {waiting > 0 && (
        <p class="quiet">
          {waiting === 1 ? w().unsettled.one : w().unsettled.many(number(waiting))}
        </p>
      )}
      {months.length === 0 && <p class="faint">{w().noMonths}</p>}
      <ul class="rows">
        {months.map((one) => (
          <li key={one.period} class="row row-wraps">
            <div>
              <p>
                <strong>{month(`${one.period}-01`)}</strong>{' '}
                <Badge tone={one.agrees ? 'good' : 'bad'}>
                  {one.agrees ? w().agrees : w().differs}
                </Badge>
              </p>
              <p class="faint row-small">
                <a href={to(`/money/payouts?period=${one.period}`)}>
                  {one.statements === 1
                    ? w().statements.one
                    : w().statements.many(number(one.statements))}
                </a>
              </p>
            </div>
            <a
              class="button"
              href={exportOf('ledger', one.period)}
              aria-label={`${w().transfersAsCsv}: ${month(`${one.period}-01`)}`}
              download
            >
              <Icon name="download" size={16} /> {w().transfersAsCsv}
            </a>
            <a
              class="button"
              href={exportOf('statements', one.period)}
              aria-label={`${w().statementsAsCsv}: ${month(`${one.period}-01`)}`}
              download
            >
              <Icon name="download" size={16} /> {w().statementsAsCsv}
            </a>
            <div class="row-all">
              <FactList
                facts={[
                  [w().cols.gross, money(one.gross_credits)],
                  [w().cols.platform, money(one.gross_credits - one.seller_credits)],
                  [w().cols.sellers, money(one.seller_credits)],
                  [w().cols.paid, money(one.paid_credits)],
                  [w().cols.reversed, money(one.reversed_credits)],
                  [w().cols.owed, money(one.owed_credits)],
                  [w().cols.books, money(one.payable_credits)],
                ]}
              />
            </div>
          </li>
        ))}
      </ul>
      <OtherMonths older={older} />
    </Box>
  )
}

function OtherMonths({ older }: { older: string | null }) {
  return (
    <p>
      {before() !== undefined && (
        <a class="button" href={to('/money')}>
          {w().newestMonths}
        </a>
      )}{' '}
      {older !== null && (
        <a class="button" href={to(`/money?before=${older}`)}>
          {w().olderMonths}
        </a>
      )}
    </p>
  )
}

/** Everything that was posted in a month, of all accounts; or its statements, of all providers. */
function exportOf(what: 'ledger' | 'statements', period: string): string {
  return `${prefix}/v1/exports/${what}?${new URLSearchParams({ period, format: 'csv' })}`
}
