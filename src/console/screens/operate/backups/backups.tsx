import { useSignal } from '@preact/signals'
import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { bytes, date, moment, number } from '../../../ui/format.ts'
import { Badge, Box, Empty, FactList, ScreenHead, Skeleton, Tile } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { afterWork, useWorks } from '../work/use-works.ts'
import { WorkDesk } from '../work/work-desk.tsx'
import { HowSet } from './how-set.tsx'
import { w } from './words.ts'

type Place = Reply<'listBackups'>
type Listed = Place['backups'][number]

/** That there are backups, when the next one comes, and what one of them would give back. */
export function Backups() {
  const works = useWorks()
  const place = useResource((signal) => kontor.listBackups(undefined, { signal }), [afterWork])
  return (
    <>
      <ScreenHead title={w().title} />
      <Show of={place} waiting={<Skeleton lines={2} tall />}>
        {(known) => (known.folder === null ? <NoPlace /> : <Schedule place={known} />)}
      </Show>
      <WorkDesk title={w().works} works={works} kinds={['backup', 'backup_verify']} />
      <Show of={place}>{(known) => (known.folder === null ? null : <Sets place={known} />)}</Show>
      <HowSet />
    </>
  )
}

function NoPlace() {
  return <Empty icon="folder" title={w().noPlace} hint={w().noPlaceHint} />
}

function Schedule({ place }: { place: Place }) {
  const { backups, next_at: next, every_hours: hours, keep, folder } = place
  const [last] = backups
  const checked = last?.verified_at ? w().verified(moment(last.verified_at)) : w().notVerified
  return (
    <div class="tiles">
      <Tile
        label={w().last}
        value={last ? date(last.made_at) : w().none}
        {...(last && { note: checked })}
      />
      <Tile
        label={w().next}
        value={next === null ? w().notPlanned : date(next)}
        note={[next && moment(next), hours && w().every(number(hours))].filter(Boolean).join(' · ')}
      />
      <Tile
        label={w().kept}
        value={keep === null ? w().all : number(keep)}
        {...(keep !== null && { note: w().older })}
      />
      <Tile label={w().place} value="" note={folder ?? ''} />
    </div>
  )
}

function Sets({ place: { backups } }: { place: Place }) {
  const chosen = useSignal<Listed | undefined>(undefined)
  const n = backups.length
  return (
    <Box id="sets" title={n === 1 ? w().sets.one : w().sets.many(number(n))}>
      {n === 0 && <Empty icon="data" title={w().noSets} hint={w().noSetsHint} />}
      <ul class="rows">
        {backups.map((set) => (
          <Row
            key={set.name}
            set={set}
            show={() => {
              chosen.value = set
            }}
          />
        ))}
      </ul>
      <Dialog
        title={chosen.value ? w().of(moment(chosen.value.made_at)) : ''}
        open={chosen.value !== undefined}
        wide
        close={() => {
          chosen.value = undefined
        }}
      >
        {chosen.value && <Whole name={chosen.value.name} />}
      </Dialog>
    </Box>
  )
}

function Row({ set, show }: { set: Listed; show(): void }) {
  const { files, problems, encrypted, verified_at: verified } = set
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{moment(set.made_at)}</strong>{' '}
          {verified !== null && <Badge tone="good">{w().whole}</Badge>}{' '}
          {encrypted && <Badge tone="info">{w().encrypted}</Badge>}{' '}
          {problems.length > 0 && <Badge tone="bad">{w().problems}</Badge>}
        </p>
        <p class="faint row-small">{files === 1 ? w().files.one : w().files.many(number(files))}</p>
        {problems.map((problem) => (
          <p key={problem} class="row-small">
            {problem}
          </p>
        ))}
      </div>
      <button
        type="button"
        class="button"
        aria-label={`${w().look}: ${moment(set.made_at)}`}
        onClick={show}
      >
        {w().look}
      </button>
    </li>
  )
}

function Whole({ name }: { name: string }) {
  const backup = useResource((signal) => kontor.getBackup({ name }, { signal }))
  return <Show of={backup}>{(known) => <Given backup={known} />}</Show>
}

function Given({ backup }: { backup: Reply<'getBackup'> }) {
  const { gives, folder, encrypted } = backup
  const facts = Object.entries(gives).map(
    ([key, n]) => [w().gives[key as keyof typeof gives], number(n)] as const,
  )
  const needs = [
    ...(encrypted ? [w().needsKey] : []),
    ...(backup.master_key_elsewhere ? [w().needsMaster] : []),
    ...(backup.model_elsewhere === null ? [] : [w().needsModel(backup.model_elsewhere)]),
  ]
  return (
    <div class="stack">
      <FactList
        facts={[
          ...facts,
          [w().bytes, bytes(backup.bytes)],
          [w().version, backup.version],
          [
            w().head,
            <span key="head" class="mono">
              {backup.ledger_head}
            </span>,
          ],
        ]}
      />
      <p class="quiet">{w().since}</p>
      <h3>{w().guide}</h3>
      <p class="quiet">{w().guideHint}</p>
      {needs.length > 0 && (
        <ul class="dots">
          {needs.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      )}
      <CodeBlock text={commandsFor(folder, encrypted)} />
    </div>
  )
}

/** As they are typed at the machine. */
function commandsFor(folder: string, encrypted: boolean): string {
  const identity = encrypted ? ' --identity key.txt' : ''
  return [
    `kontor backup verify ${folder}${identity}`,
    `kontor restore ${folder}${identity} --data-dir /var/lib/kontor-restored`,
    'kontor ledger verify --data-dir /var/lib/kontor-restored',
    'kontor serve --data-dir /var/lib/kontor-restored',
  ].join('\n')
}
