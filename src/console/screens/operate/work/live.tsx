import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { Icon } from '../../../ui/icon.tsx'
import { w } from './words.ts'

export type Live = { isOn: Signal<boolean>; beat: Signal<number> }

/** A beat every few seconds while somebody looks: what reads it is asked for again. */
export function useLive(everyMs = 3_000): Live {
  const isOn = useSignal(true)
  const beat = useSignal(0)
  useSignalEffect(() => {
    if (!isOn.value) return
    const timer = setInterval(() => {
      if (!document.hidden) beat.value++
    }, everyMs)
    return () => clearInterval(timer)
  })
  return { isOn, beat }
}

/** Stops and goes on: what moves can be read in peace. */
export function LiveSwitch({ live: { isOn } }: { live: Live }) {
  return (
    <button
      type="button"
      class="button"
      aria-pressed={isOn.value}
      onClick={() => {
        isOn.value = !isOn.value
      }}
    >
      <Icon name={isOn.value ? 'pause' : 'play'} size={16} />
      {isOn.value ? w().live : w().stopped}
    </button>
  )
}
