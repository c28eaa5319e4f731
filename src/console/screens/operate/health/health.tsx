import { kontor } from '../../../api/kontor.ts'
import { type Resource, useResource } from '../../../api/resource.ts'
import { bytes, moment, number } from '../../../ui/format.ts'
import { Box, Empty, Meter, ScreenHead, Skeleton, Tile } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { Findings } from '../work/findings.tsx'
import { afterWork, useWorks, type Work } from '../work/use-works.ts'
import { BeginButton, StateBadge, WorkDesk, whoAndWhen } from '../work/work-desk.tsx'
import { duration } from './duration.ts'
import { w } from './words.ts'

/** Whether the server is well: what the doctor finds with what to do, and the figures beside. */
export function Health() {
  const works = useWorks()
  const vitals = useResource(askVitals, [afterWork])
  const { data } = works.loaded.value
  const isExamined = data?.some(({ kind, state }) => kind === 'doctor' && state === 'running')
  return (
    <>
      <ScreenHead title={w().title}>
        <BeginButton kind="doctor" isRunning={isExamined ?? false} main />
      </ScreenHead>
      <Show of={vitals} waiting={<Skeleton lines={2} tall />}>
        {(known) => <Vitals {...known} />}
      </Show>
      <Doctor works={works} />
      <WorkDesk
        title={w().checks}
        works={works}
        kinds={['ledger_verify', 'chain_verify', 'index_verify', 'clock_confirm']}
      />
    </>
  )
}

async function askVitals(signal: AbortSignal) {
  const until = { signal }
  const [traffic, storage, backups, settings] = await Promise.all([
    kontor.getTraffic(undefined, until),
    kontor.getStorage({ limit: 1 }, until),
    kontor.listBackups(undefined, until),
    kontor.getSettings(undefined, until),
  ])
  return { traffic, disk: storage.disk, backup: backups.backups[0], version: settings.version }
}

function Vitals({ traffic, disk, backup, version }: Awaited<ReturnType<typeof askVitals>>) {
  const { jobs } = traffic
  const verified = backup?.verified_at
  const checked = verified ? w().verified(moment(verified)) : w().notVerified
  return (
    <div class="tiles">
      <Tile label={w().up} value={duration(traffic.uptime_seconds)} note={w().version(version)} />
      <Tile label={w().memory} value={bytes(traffic.resident_bytes)} />
      <Tile label={w().disk} value={bytes(disk.free_bytes)} note={w().of(bytes(disk.total_bytes))}>
        <Meter
          value={disk.total_bytes - disk.free_bytes}
          max={disk.total_bytes}
          label={w().diskUsed}
        />
      </Tile>
      <Tile label={w().waiting} value={number(jobs.due)} note={w().running(number(jobs.running))} />
      <Tile
        label={w().backup}
        value={backup ? moment(backup.made_at) : w().none}
        {...(backup ? { note: checked } : {})}
      />
    </div>
  )
}

function Doctor({ works }: { works: Resource<readonly Work[]> }) {
  return (
    <Box id="doctor" title={w().doctor}>
      <Show of={works}>{(list) => <LastLook work={list.find(isLook)} />}</Show>
    </Box>
  )
}

/** One that runs has found nothing yet: the one before it stays in sight. */
function isLook({ kind, state }: Work): boolean {
  return kind === 'doctor' && state !== 'running'
}

function LastLook({ work }: { work: Work | undefined }) {
  if (!work) return <Empty icon="pulse" title={w().notYet} hint={w().notYetHint} />
  return (
    <>
      <p>
        <StateBadge work={work} /> <span class="faint">{whoAndWhen(work)}</span>
      </p>
      {work.error !== null && <p>{work.error}</p>}
      {work.ok && work.findings.length === 0 && <p class="quiet">{w().well}</p>}
      <Findings findings={work.findings} />
    </>
  )
}
