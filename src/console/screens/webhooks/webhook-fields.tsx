import { useSignal } from '@preact/signals'
import { type Given, Input } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { type EventType, eventTypes, type Webhook } from './webhook.ts'
import { w } from './words.ts'

/** What is said of a webhook, by whoever adds or changes one. */
export function WebhookFields({ of }: { of?: Webhook }) {
  const chosen = (of?.types ?? []) as readonly string[]
  const isSome = useSignal(chosen.length > 0)
  return (
    <>
      <Input
        label={w().url}
        hint={w().urlHint}
        name="url"
        maxLength={2000}
        type="url"
        defaultValue={of?.url ?? ''}
        required
      />
      <Input
        label={w().description}
        name="description"
        maxLength={200}
        defaultValue={of?.description ?? ''}
      />
      <Select
        label={w().which}
        name="which"
        options={[
          ['all', w().all],
          ['some', w().some],
        ]}
        chosen={isSome.value ? 'some' : 'all'}
        choose={(which) => {
          isSome.value = which === 'some'
        }}
      />
      {isSome.value && (
        <fieldset class="choices choices-all">
          <legend>{w().some}</legend>
          {eventTypes().map((type) => (
            <label key={type} class="choice">
              <input
                type="checkbox"
                name={`type ${type}`}
                value={type}
                defaultChecked={chosen.includes(type)}
              />
              <span>{w().types[type]}</span>
              <code class="faint extra">{type}</code>
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}

export function webhookIn({ url = '', description = '', which, ...rest }: Given) {
  const named = Object.entries(rest).filter(([name]) => name.startsWith('type '))
  const types = named.map(([, value]) => value) as EventType[]
  if (which === 'some' && types.length === 0) throw new Error(w().chooseType)
  return { url: url.trim(), description: description.trim(), types }
}
