import type { Reply } from '../../../../client/index.ts'
import { to } from '../../../app/address.ts'
import { Badge, type Tone } from '../../../ui/parts.tsx'
import { exact } from './exact.ts'

type Entry = Reply<'getLogs'>['entries'][number]

const tones: Readonly<Record<string, Tone>> = {
  debug: 'neutral',
  info: 'info',
  warn: 'warn',
  error: 'bad',
  fatal: 'bad',
}

/** Lines of the log, the newest first, with what each knows. */
export function LogLines({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul class="rows log-lines">
      {entries.map((entry, i) => (
        <li key={`${entry.at} ${i}`} class="row">
          <div>
            <p class="row-small">
              <span class="mono faint">{exact(entry.at)}</span>{' '}
              <Badge tone={tones[entry.level] ?? 'neutral'}>{entry.level}</Badge>{' '}
              <strong>{entry.message}</strong>
            </p>
            <p class="row-small mono quiet">
              {Object.entries(entry.facts)
                .map(([name, value]) => `${name}=${said(value)}`)
                .join(' ')}
            </p>
          </div>
          {entry.request_id !== null && (
            <a class="mono row-small" href={to(`/support?q=${entry.request_id}`)}>
              {entry.request_id}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

function said(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
