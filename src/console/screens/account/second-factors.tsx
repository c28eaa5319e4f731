import { useSignal } from '@preact/signals'
import type { Input as Inputs, Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, Input } from '../../ui/form.tsx'
import { date } from '../../ui/format.ts'
import { Badge, Problem } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { SquareCode } from './square-code.tsx'
import { w } from './words.ts'

type Factors = Reply<'listSecondFactors'>
type NewPasskey = Inputs<'addPasskey'>['passkey']

/** What is asked for besides the password: codes of an app, passkeys, codes for the worst case. */
export function SecondFactors() {
  const factors = useResource(
    (until) => kontor.listSecondFactors(undefined, { signal: until }),
    ['factors'],
  )
  const codes = useSignal<readonly string[]>([])
  const told = (fresh: readonly string[]) => {
    codes.value = fresh
    changed('factors')
  }
  return (
    <>
      <p class="faint">{w().factorsHint}</p>
      <Show of={factors}>{(data) => <Rows factors={data} told={told} />}</Show>
      <Dialog
        title={w().recovery}
        open={codes.value.length > 0}
        close={() => {
          codes.value = []
        }}
      >
        <p class="quiet">{w().recoveryHint}</p>
        <CodeBlock text={codes.value.join('\n')} />
      </Dialog>
    </>
  )
}

type RowsProps = { factors: Factors; told(codes: readonly string[]): void }

function Rows({ factors, told }: RowsProps) {
  const begun = useSignal<Reply<'beginTotp'> | undefined>(undefined)
  const error = useSignal<Error | undefined>(undefined)
  const attempt = (work: () => Promise<unknown>) => {
    error.value = undefined
    work().catch((thrown: Error) => {
      error.value = thrown
    })
  }
  const remove = (work: Promise<unknown>) =>
    attempt(async () => {
      await work
      announce(w().removed)
      changed('factors')
    })
  const begin = async () => {
    begun.value = await kontor.beginTotp()
  }
  const finish = async ({ code = '' }) => {
    const { recovery_codes } = await kontor.finishTotp({ code: code.replaceAll(' ', '') })
    begun.value = undefined
    told(recovery_codes)
  }
  return (
    <>
      <ul class="rows">
        <li class="row">
          <div>
            <strong>{w().app}</strong> {factors.totp && <Badge tone="good">{w().on}</Badge>}
          </div>
          {factors.totp ? (
            <button
              type="button"
              class="button button-bad"
              onClick={() => remove(kontor.removeTotp())}
            >
              {w().remove}
            </button>
          ) : (
            <button type="button" class="button" onClick={() => attempt(begin)}>
              {w().add}
            </button>
          )}
        </li>
        {factors.passkeys.map(({ passkey_id: id, name, created_at }) => (
          <li key={id} class="row">
            <div>
              <strong>{name}</strong>
              <p class="faint row-small">{w().since(date(created_at))}</p>
            </div>
            <button
              type="button"
              class="button button-bad"
              onClick={() => remove(kontor.removePasskey({ id }))}
            >
              {w().remove}
            </button>
          </li>
        ))}
        <li class="row">
          <div>
            <strong>{w().passkey}</strong>
          </div>
          <button type="button" class="button" onClick={() => attempt(() => addPasskey(told))}>
            {w().add}
          </button>
        </li>
      </ul>
      <Problem error={error.value} />
      <Dialog
        title={w().app}
        open={begun.value !== undefined}
        close={() => {
          begun.value = undefined
        }}
      >
        {begun.value && <SquareCode text={begun.value.uri} label={w().scan} />}
        <p class="quiet">{w().scan}</p>
        <p class="mono">{begun.value?.secret}</p>
        <Form send={finish} submit={w().confirm}>
          <Input label={w().code} name="code" autocomplete="one-time-code" required />
        </Form>
      </Dialog>
    </>
  )
}

/** The browser and the device settle it between them; the server gets a public key. */
async function addPasskey(told: (codes: readonly string[]) => void): Promise<void> {
  const { challenge_id, options } = await kontor.beginPasskey()
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  const passkey = made.toJSON() as NewPasskey
  const name = `${w().passkey} ${date(new Date().toISOString())}`
  const { recovery_codes } = await kontor.addPasskey({ challenge_id, name, passkey })
  told(recovery_codes)
}
