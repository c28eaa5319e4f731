import { useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { pagesTogether } from '../../api/pages.ts'
import { changed, useResource } from '../../api/resource.ts'
import { announce, tell } from '../../app/announce.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Attempt, Form, type Given, Input } from '../../ui/form.tsx'
import { moment } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Badge, Box } from '../../ui/parts.tsx'
import { saveText } from '../../ui/save-as.ts'
import { Show } from '../../ui/show.tsx'
import { sol } from './sol.ts'
import { Wallets } from './wallets.tsx'
import { w } from './words.ts'

type Balance = Reply<'getBalance'>
type Movement = Reply<'listTransactions'>['items'][number]
const deeds = ['deposit', 'withdraw'] as const
type Deed = (typeof deeds)[number]

const tones = { pending: 'info', confirmed: 'good', failed: 'bad' } as const
const rowsAtOnce = 50

/** How SOL come and go: paid in and out, by which wallets, and what moved them. */
export function Account({ balance }: { balance: Balance }) {
  return (
    <div class="two">
      <Movements />
      <div class="stack">
        <Transfers balance={balance} />
        <Wallets />
      </div>
    </div>
  )
}

function Transfers({ balance }: { balance: Balance }) {
  const opened = useSignal<Deed | undefined>(undefined)
  const close = () => {
    opened.value = undefined
  }
  const { deposit_address: address } = balance
  return (
    <section class="box stack" aria-label={w().balance}>
      {address !== undefined && (
        <>
          <p class="faint">{w().address}</p>
          <CodeBlock text={address} />
        </>
      )}
      <div class="toolbar">
        {deeds.map((deed) => (
          <button
            key={deed}
            type="button"
            class="button"
            onClick={() => {
              opened.value = deed
            }}
          >
            {w()[deed]}
          </button>
        ))}
      </div>
      {deeds.map((deed) => (
        <Dialog key={deed} title={titleOf(deed)} open={opened.value === deed} close={close}>
          <Transfer deed={deed} balance={balance} close={close} />
        </Dialog>
      ))}
    </section>
  )
}

function titleOf(deed: Deed): string {
  return deed === 'deposit' ? w().depositTitle : w().withdrawTitle
}

type TransferProps = { deed: Deed; balance: Balance; close(): void }

function Transfer({ deed, balance, close }: TransferProps) {
  const isDeposit = deed === 'deposit'
  const send = async ({ amount = '' }: Given, attempt: Attempt) => {
    const moved = { amount: Number(amount) }
    await (isDeposit ? kontor.deposit(moved, attempt) : kontor.withdraw(moved, attempt))
    announce(isDeposit ? w().deposited : w().withdrawn)
    changed('sol')
    close()
  }
  return (
    <Form send={send} submit={titleOf(deed)}>
      <p class="quiet">{isDeposit ? w().depositHint : w().withdrawHint}</p>
      <dl class="quote-lines">
        <div>
          <dt>{w().balance}</dt>
          <dd class="nums">{sol(balance.balance)}</dd>
        </div>
        {!isDeposit && (
          <div>
            <dt>{w().fee}</dt>
            <dd class="nums">{sol(withdrawalFee)}</dd>
          </div>
        )}
      </dl>
      <Input label={w().amount} name="amount" type="number" min={0.1} step="any" required />
    </Form>
  )
}

/** What the contract takes of each payment. */
const withdrawalFee = 0.01

function Movements() {
  const pages = useSignal(1)
  const movements = useResource((until) => ask(pages.value, until), ['sol'])
  return (
    <Box id="movements" title={w().movements}>
      <Show of={movements}>
        {({ list, total }) => (
          <>
            {total === 0 && <p class="faint">{w().noMovements}</p>}
            <ul class="rows">
              {list.map((movement) => (
                <Row key={movement.transaction_id} movement={movement} />
              ))}
            </ul>
            {list.length < total && <More show={() => void pages.value++} />}
          </>
        )}
      </Show>
    </Box>
  )
}

async function ask(pages: number, signal: AbortSignal) {
  const answers = await pagesTogether(pages, (page) =>
    kontor.listTransactions({ page: page + 1, limit: rowsAtOnce }, { signal }),
  )
  return { list: answers.flatMap(({ items }) => items), total: answers[0]?.total ?? 0 }
}

function Row({ movement }: { movement: Movement }) {
  const { type, amount, fee, status, transaction_hash: hash, timestamp } = movement
  const isOut = type === 'purchase' || type === 'withdrawal'
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{w().movement[type]}</strong>{' '}
          {status !== 'confirmed' && <Badge tone={tones[status]}>{w().states[status]}</Badge>}
        </p>
        <p class="faint row-small">
          {moment(timestamp)}
          {fee > 0 && ` · ${w().fee} ${sol(fee)}`}
        </p>
      </div>
      <span class="nums">{sol(isOut ? -amount : amount)}</span>
      {hash !== null && status === 'confirmed' && (
        <button type="button" class="button button-quiet" onClick={() => void saveProof(hash)}>
          {w().proof}
        </button>
      )}
    </li>
  )
}

/** The record with its path to a signed block, which anybody can check. */
function saveProof(hash: string): Promise<void> {
  return tell(async () => {
    const receipt = await kontor.transactionReceipt({ transaction_hash: hash })
    saveText({ text: JSON.stringify(receipt, null, 2), filename: `${hash.slice(0, 16)}.json` })
  })
}
