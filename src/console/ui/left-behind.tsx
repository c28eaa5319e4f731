import type { ComponentChildren } from 'preact'

type LeftBehindProps = {
  title: string
  list: readonly { id: string; name: string; why: string }[]
  /** What can be done about them. */
  children?: ComponentChildren
}

const namedMax = 100

/** What did not go with the others: how many, each by its name with the reason, and the way on. */
export function LeftBehind({ title, list, children }: LeftBehindProps) {
  return (
    <div class="problem left-behind">
      <strong role="alert">{title}</strong>
      <ul class="plain" tabIndex={0}>
        {list.slice(0, namedMax).map(({ id, name, why }) => (
          <li key={id}>
            <bdi>{name}</bdi>: {why}
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
