import { setQuery } from '../../app/address.ts'
import { w } from './words.ts'

/** Takes all filters away. */
export function Clear() {
  const clear = () =>
    setQuery({
      modality: undefined,
      kind: undefined,
      lang: undefined,
      dataset: undefined,
      offset: undefined,
      hit: undefined,
    })
  return (
    <button type="button" class="button button-quiet" onClick={clear}>
      {w().clear}
    </button>
  )
}
