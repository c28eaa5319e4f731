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
      <Show of={challenge}>
        {(data) => (
          <Answers
            challenge={data}
            submit={w().submit}
            answer={(shown) => answerSignIn({ challenge_id: data.challenge_id, ...shown })}
          />
        )}
      </Show>
    </>
  )
}

export type Shown = { code: string } | { recovery_code: string } | { passkey: Passkey }

type AnswersProps = {
  challenge: Pick<Challenge, 'means' | 'passkey'>
  submit: string
  answer(shown: Shown): Promise<unknown>
}

/** By whichever of them somebody shows who it is. */
export function Answers({ challenge: { means, passkey }, submit, answer }: AnswersProps) {
  const send = ({ code = '' }) => {
    const typed = code.replaceAll(' ', '')
    const isOfApp = /^\d{6}$/.test(typed)
    return answer(isOfApp ? { code: typed } : { recovery_code: code })
  }
  const hasCodes = means.includes('totp') || means.includes('recovery_code')
  return (
    <>
      {passkey && <PasskeyButton options={passkey} answer={answer} />}
      {hasCodes && (
        <Form send={send} submit={submit} wide>
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

type PasskeyProps = Pick<AnswersProps, 'answer'> & { options: unknown }

function PasskeyButton({ options, answer }: PasskeyProps) {
  const error = useSignal<Error | undefined>(undefined)
  const ask = async () => {
    error.value = undefined
    try {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
      const shown = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
      await answer({ passkey: shown.toJSON() as Passkey })
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
