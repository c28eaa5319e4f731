import { useSignal } from '@preact/signals'
import type { Input as Inputs, Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { answerSignIn } from '../../app/session.ts'
import { Form, Input } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Problem } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { w } from './words.ts'

type Challenge = Reply<'askBrowserSignIn'>
type Passkey = NonNullable<Inputs<'answerBrowserSignIn'>['passkey']>

/** A code of the app, a recovery code, or a passkey: whichever this person has. */
export function SecondStep({ challengeId }: { challengeId: string }) {
  const challenge = useResource((until) => {
    return kontor.askBrowserSignIn({ challenge_id: challengeId }, { signal: until })
  })
  return (
    <>
      <p class="quiet">{w().secondStep}</p>
      <Show of={challenge}>{(data) => <Answers challenge={data} />}</Show>
    </>
  )
}

function Answers({ challenge }: { challenge: Challenge }) {
  const { challenge_id, means, passkey } = challenge
  const send = ({ code = '' }) => {
    const typed = code.replaceAll(' ', '')
    const isOfApp = /^\d{6}$/.test(typed)
    return answerSignIn({ challenge_id, ...(isOfApp ? { code: typed } : { recovery_code: code }) })
  }
  const hasCodes = means.includes('totp') || means.includes('recovery_code')
  return (
    <>
      {passkey && <PasskeyButton challenge={challenge} />}
      {hasCodes && (
        <Form send={send} submit={w().submit} wide>
          <Input
            label={w().code}
            name="code"
            hint={w().codeHint}
            autocomplete="one-time-code"
            required
          />
        </Form>
      )}
    </>
  )
}

function PasskeyButton({
  challenge: { challenge_id, passkey: options },
}: {
  challenge: Challenge
}) {
  const error = useSignal<Error | undefined>(undefined)
  const ask = async () => {
    error.value = undefined
    try {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
      const shown = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
      await answerSignIn({ challenge_id, passkey: shown.toJSON() as Passkey })
    } catch (thrown) {
      error.value = thrown as Error
    }
  }
  return (
    <>
      <button type="button" class="button button-main button-wide" onClick={() => void ask()}>
        <Icon name="key" size={16} /> {w().passkey}
      </button>
      <Problem error={error.value} />
    </>
  )
}
