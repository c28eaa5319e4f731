import { to } from '../../app/address.ts'
import { Icon } from '../../ui/icon.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { w } from './words.ts'

/** Where there is no screen. */
export function Nowhere() {
  useTitle(w().title)
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name="search" size={26} />
      </span>
      <h1 tabIndex={-1}>{w().title}</h1>
      <p>{w().hint}</p>
      <a class="button" href={to('/')}>
        {w().home}
      </a>
    </div>
  )
}
