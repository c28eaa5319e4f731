import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { to } from '../../../app/address.ts'
import { bytes, moment, number } from '../../../ui/format.ts'
import { Box, Meter, ScreenHead, Skeleton, Tile } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { Chart, Spans, spanInHours } from '../metrics/metrics.tsx'
import { afterWork, useWorks } from '../work/use-works.ts'
import { WorkDesk } from '../work/work-desk.tsx'
import { w } from './words.ts'

type Kept = Reply<'getStorage'>

const tenantsShown = 50

/** What lies on the disk, whose it is, how it grows, and what can go. */
export function Storage() {
  const works = useWorks()
  const known = useResource(ask, [afterWork, 'objects'])
  return (
    <>
      <ScreenHead title={w().title} />
      <Show of={known} waiting={<Skeleton lines={6} tall />}>
        {({ kept, history }) => (
          <>
            <Sizes {...kept} />
            <div class="toolbar">
              <Spans otherwise="month" />
            </div>
            <div class="halves">
              <Chart history={history} of="stored_bytes" title={w().stored} format={bytes} />
              <Chart history={history} of="database_bytes" title={w().database} format={bytes} />
              <Chart history={history} of="free_bytes" title={w().free} format={bytes} />
            </div>
            <div class="halves">
              <Files {...kept} />
              <Tenants {...kept} />
            </div>
          </>
        )}
      </Show>
      <WorkDesk title={w().works} works={works} kinds={['gc_count', 'gc']} />
    </>
  )
}

async function ask(signal: AbortSignal) {
  const hours = spanInHours('month')
  const [kept, history] = await Promise.all([
    kontor.getStorage({ limit: tenantsShown }, { signal }),
    kontor.getMetrics({ hours }, { signal }),
  ])
  return { kept, history }
}

function Sizes({ disk, database_bytes, log_bytes, objects, previews_bytes, removals }: Kept) {
  const stored = objects.reduce((sum, { bytes: size }) => sum + size, 0)
  const files = objects.reduce((sum, { objects: n }) => sum + n, 0)
  const next = removals.next_at
  return (
    <div class="tiles">
      <Tile label={w().free} value={bytes(disk.free_bytes)} note={w().of(bytes(disk.total_bytes))}>
        <Meter value={disk.total_bytes - disk.free_bytes} max={disk.total_bytes} label={w().used} />
      </Tile>
      <Tile label={w().stored} value={bytes(stored)} note={w().files(number(files))} />
      <Tile
        label={w().database}
        value={bytes(database_bytes)}
        note={w().andLog(bytes(log_bytes))}
      />
      <Tile label={w().previews} value={bytes(previews_bytes)} />
      <Tile
        label={w().removals}
        value={number(removals.waiting)}
        {...(next === null ? {} : { note: w().next(moment(next)) })}
      />
    </div>
  )
}

function Files({ objects }: Kept) {
  return (
    <div class="box">
      <h2 id="kinds">{w().kinds}</h2>
      <div class="chart-table" tabIndex={0} role="region" aria-labelledby="kinds">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{w().kind}</th>
              <th scope="col" class="end">
                {w().count}
              </th>
              <th scope="col" class="end">
                {w().size}
              </th>
            </tr>
          </thead>
          <tbody>
            {objects.length === 0 && (
              <tr>
                <td class="quiet" colSpan={3}>
                  {w().nothing}
                </td>
              </tr>
            )}
            {objects.map(({ status, modality, objects: n, bytes: size }) => (
              <tr key={`${status} ${modality}`}>
                <th scope="row">
                  {named(w().modalities, modality)} · {named(w().states, status)}
                </th>
                <td class="end nums">{number(n)}</td>
                <td class="end nums">{bytes(size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** One that is new to this page is called as the server calls it. */
function named(words: Readonly<Record<string, string>>, key: string): string {
  return words[key] ?? key
}

function Tenants({ tenants, total_tenants: total }: Kept) {
  const largest = tenants[0]?.bytes ?? 0
  return (
    <Box id="tenants" title={w().tenants(number(total))}>
      <ul class="ranks">
        {tenants.map(({ tenant_id: id, name, bytes: size, quota_bytes: quota }) => (
          <li key={id}>
            <a href={to(`/tenants/${id}`)}>{name}</a>
            <span class="nums">
              {quota === null || quota === 0
                ? bytes(size)
                : w().part({ size: bytes(size), quota: bytes(quota) })}
            </span>
            <Meter value={size} max={quota || largest} label={name} />
          </li>
        ))}
      </ul>
    </Box>
  )
}
