import { kontor, prefix } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { address } from '../../app/address.ts'
import { w } from './words.ts'

/** Single sign-on, where the operator has set it up. Unless told, it comes back to where we are. */
export function Providers({ start }: { start?: string }) {
  const { loaded } = useResource((until) =>
    kontor.listSignInProviders(undefined, { signal: until }),
  )
  const providers = loaded.value.data?.providers ?? []
  if (providers.length === 0) return null
  const { pathname, search } = address.value
  const asked = start ?? `return_to=${encodeURIComponent(`${pathname}${search}`)}`
  return (
    <div class="door-providers">
      <p class="faint">{w().or}</p>
      {providers.map(({ id, name }) => (
        <a key={id} class="button button-wide" href={`${prefix}/console/oidc/${id}/start?${asked}`}>
          {w().by(name)}
        </a>
      ))}
    </div>
  )
}
