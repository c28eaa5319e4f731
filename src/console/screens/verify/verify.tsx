import { useSignal } from '@preact/signals'
import { me } from '../../app/session.ts'
import { OpenHouse } from '../../ui/door-frame.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Problem, ScreenHead } from '../../ui/parts.tsx'
import { type Checked, check, receiptIn } from './check.ts'
import { Proof } from './proof.tsx'
import { w } from './words.ts'

/** For anybody who was given a receipt, with an account or without one. */
export function Verify() {
  return me.value ? <Checking /> : <OpenHouse>{<Checking />}</OpenHouse>
}

function Checking() {
  const checked = useSignal<Checked | undefined>(undefined)
  const error = useSignal<Error | undefined>(undefined)
  const take = async (text: string) => {
    error.value = undefined
    const receipt = receiptIn(text)
    try {
      if (!receipt) throw new Error(w().notAReceipt)
      checked.value = await check(receipt)
    } catch (thrown) {
      error.value = thrown as Error
    }
  }
  return (
    <div class="verify">
      <ScreenHead title={w().title} />
      <p class="quiet">{w().lead}</p>
      <Problem error={error.value} />
      {checked.value ? (
        <section class="box">
          <Proof {...checked.value} />
        </section>
      ) : (
        <Giving take={(text) => void take(text)} />
      )}
      {checked.value && (
        <button
          type="button"
          class="button no-print"
          onClick={() => {
            checked.value = undefined
          }}
        >
          {w().another}
        </button>
      )}
    </div>
  )
}

/** A file that is dropped or chosen, or its text. */
function Giving({ take }: { take(text: string): void }) {
  const isOver = useSignal(false)
  const pasted = useSignal('')
  const read = async (file: File | undefined) => {
    if (file) take(await file.text())
  }
  return (
    <>
      <section
        aria-label={w().drop}
        class={isOver.value ? 'drop is-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault()
          isOver.value = true
        }}
        onDragLeave={() => {
          isOver.value = false
        }}
        onDrop={(event) => {
          event.preventDefault()
          isOver.value = false
          void read(event.dataTransfer?.files[0])
        }}
      >
        <Icon name="shield" size={28} />
        <p class="drop-title">{w().drop}</p>
        <label class="button">
          {w().choose}
          <input
            class="sr"
            type="file"
            accept="application/json,.json"
            onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
          />
        </label>
      </section>
      <label class="field">
        <span>{w().paste}</span>
        <textarea
          class="mono"
          rows={6}
          spellcheck={false}
          onInput={({ currentTarget }) => {
            pasted.value = currentTarget.value
          }}
        />
      </label>
      <div class="form-end">
        <button
          type="button"
          class="button button-main"
          disabled={pasted.value.trim() === ''}
          onClick={() => take(pasted.value)}
        >
          {w().check}
        </button>
      </div>
    </>
  )
}
