import { to } from '../../../app/address.ts'
import { user } from '../../../app/session.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useTitle } from '../../../ui/use-title.ts'
import { w } from './words.ts'

/** A place of operators, for whoever is none: why it is closed, and the way on. */
export function NotYours() {
  useTitle(w().title)
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name="lock" size={26} />
      </span>
      <h1 tabIndex={-1}>{w().title}</h1>
      <p>{w().hint(user.value?.email ?? '')}</p>
      <a class="button" href={to('/')}>
        {w().home}
      </a>
    </div>
  )
}
