import { Badge } from '../../../ui/parts.tsx'
import { w } from './words.ts'

export type Finding = {
  check: string
  level: 'error' | 'warning'
  message: string
  remedy: string
}

/** What is wrong, the worst first, each with what is to be done about it. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const inOrder = findings.toSorted((a, b) => a.level.localeCompare(b.level))
  return (
    <ul class="rows">
      {inOrder.map(({ check, level, message, remedy }) => (
        <li key={`${check} ${message}`} class="row">
          <div>
            <p>
              <Badge tone={level === 'error' ? 'bad' : 'warn'}>{w().levels[level]}</Badge>{' '}
              <strong>{named(check)}</strong>
            </p>
            <p class="row-small">{message}</p>
            <p class="row-small quiet">
              {w().toDo} {remedy}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function named(check: string): string {
  return (w().checks as Readonly<Record<string, string>>)[check] ?? check
}
