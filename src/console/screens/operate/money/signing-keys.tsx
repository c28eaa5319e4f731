import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { DialogButton } from '../../../ui/dialog-button.tsx'
import { moment } from '../../../ui/format.ts'
import { Show } from '../../../ui/show.tsx'
import { w } from './words.ts'

type Known = Reply<'getSigningKey'>

/** What heads and receipts are checked with, that of now and those of before. */
export function SigningKeys() {
  return (
    <DialogButton label={w().showKey} title={w().keyTitle}>
      {() => <Keys />}
    </DialogButton>
  )
}

function Keys() {
  const known = useResource((signal) => kontor.getSigningKey(undefined, { signal }))
  return (
    <div class="stack">
      <p class="quiet">{w().keyHint}</p>
      <Show of={known}>
        {({ public_key: key, previous_keys: before }) => (
          <>
            <h3>{w().keyNow}</h3>
            <CodeBlock text={key} />
            {before.map(Before)}
          </>
        )}
      </Show>
    </div>
  )
}

function Before({ key_id: id, public_key: key, retired_at: when }: Known['previous_keys'][number]) {
  return (
    <div key={id} class="stack">
      <h3>{when === null ? w().keyFirst : w().keyBefore(moment(when))}</h3>
      <CodeBlock text={key} />
    </div>
  )
}
