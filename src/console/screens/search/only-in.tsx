import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { setQuery } from '../../app/address.ts'
import { w } from './words.ts'

/** Which dataset the first question is about, and the way to all of them. */
export function OnlyIn({ id }: { id: string }) {
  const { loaded } = useResource((until) => kontor.getCatalogDataset({ id }, { signal: until }))
  const name = loaded.value.data?.name ?? w().facets.dataset
  return (
    <p class="chips">
      <span class="chip">{w().onlyIn(name)}</span>
      <button
        type="button"
        class="button button-quiet"
        onClick={() => setQuery({ dataset: undefined })}
      >
        {w().everywhere}
      </button>
    </p>
  )
}
