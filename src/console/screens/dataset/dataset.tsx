import { useSignal } from '@preact/signals'
import { useCallback } from 'preact/hooks'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { go, query, setQuery, to } from '../../app/address.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { may } from '../../app/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FindField } from '../../ui/find-field.tsx'
import { bytes, counted, date, number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty, ScreenHead } from '../../ui/parts.tsx'
import { Select } from '../../ui/select.tsx'
import { Show } from '../../ui/show.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { type Column, VirtualGrid } from '../../ui/virtual-grid.tsx'
import { DatasetFacts, StatusBadge } from '../datasets/datasets.tsx'
import { reasonOf } from '../datasets/kept-back.ts'
import { w as datasetWords } from '../datasets/words.ts'
import { Change } from './change.tsx'
import { Chosen } from './chosen.tsx'
import { DatasetDeeds } from './deeds/dataset-deeds.tsx'
import { type Rows, useRows } from './rows.ts'
import { StateBadge, stateName } from './state-badge.tsx'
import { filters, type ObjectRow } from './states.ts'
import { w } from './words.ts'

type Dataset = Reply<'getDataset'>
const sorts = ['newest', 'oldest', 'name', 'name_desc', 'largest', 'smallest'] as const
type Sort = (typeof sorts)[number]

/** All files of a dataset: any number, found, sorted, and changed many at once. */
export function DatasetScreen({ params: { id = '' } }: ScreenProps) {
  const dataset = useResource(
    (until) => kontor.getDataset({ id }, { signal: until }),
    ['objects', 'datasets'],
  )
  const question = useCallback(() => questionOf(id), [id])
  const rows = useRows(question)
  const chosen = useSignal<ReadonlySet<string>>(new Set())
  return (
    <Show of={dataset} isScreen>
      {(data) => (
        <div class="filling">
          <Head {...data} />
          <About {...data} />
          <DatasetDeeds dataset={data} />
          <Tools {...data} />
          {chosen.value.size > 0 && (
            <Chosen dataset={data} chosen={chosen} total={rows.total} question={question} />
          )}
          <Show of={rows.first}>
            {({ total }) =>
              total === 0 ? (
                <Nothing dataset={data} />
              ) : (
                <>
                  <p class="sr" role="status">
                    {counted(w().shown, total)}
                  </p>
                  <Files rows={rows} chosen={chosen} dataset={data} />
                </>
              )
            }
          </Show>
        </div>
      )}
    </Show>
  )
}

function questionOf(id: string) {
  const { value: asked } = query
  const q = asked.get('q')?.trim()
  const filter = filters.find(({ name }) => name === asked.get('state'))
  const sort = sorts.find((one) => one === asked.get('sort'))
  return {
    dataset_id: id,
    ...(q ? { q } : {}),
    ...(filter ? filter.ask : {}),
    ...(sort ? { sort } : {}),
  }
}

function Head(dataset: Dataset) {
  const { isOpen, open, close } = useOpen()
  const { status, dataset_id: id } = dataset
  return (
    <>
      <ScreenHead title={dataset.name}>
        <StatusBadge {...dataset} />
        {may('usage:read') && (
          <a class="button" href={to(`/data/${id}/prices`)}>
            <Icon name="coin" size={16} />
            {w().prices}
          </a>
        )}
        {may('datasets:write') && (
          <button type="button" class="button" onClick={open}>
            {w().change}
          </button>
        )}
        {may('objects:write') && status !== 'suspended' && (
          <a class="button button-main" href={to(`/uploads?into=${id}`)}>
            <Icon name="upload" size={16} />
            {w().upload}
          </a>
        )}
      </ScreenHead>
      <Dialog title={w().change} open={isOpen} close={close}>
        <Change dataset={dataset} close={close} />
      </Dialog>
    </>
  )
}

/** What it is for buyers; where they do not find it, why, and what is to be done. */
function About(dataset: Dataset) {
  const reason = reasonOf(dataset)
  const isShown = dataset.status === 'active' && dataset.visibility !== 'private'
  return (
    <>
      <p class="card-facts">
        <DatasetFacts {...dataset} />
        {isShown && <a href={to(`/catalog/${dataset.dataset_id}`)}>{datasetWords().asBuyers}</a>}
      </p>
      {reason && <p class="hint">{datasetWords().keptBack[reason]}</p>}
    </>
  )
}

function Tools({ object_states: counts, ...dataset }: Dataset) {
  const asked = query.value
  const state = asked.get('state') ?? ''
  const shown = filters.filter(({ name, count }) => count(counts) > 0 || name === state)
  return (
    <search class="grid-tools">
      <FindField label={w().find} />
      <Select
        isTool
        label={w().show}
        options={[
          ['', w().states.all],
          ...shown.map(
            ({ name, count }) =>
              [
                name,
                w().withCount({ name: stateName(name, dataset), n: number(count(counts)) }),
              ] as const,
          ),
        ]}
        chosen={state}
        choose={(one) => setQuery({ state: one })}
      />
      <Select
        isTool
        label={w().sort}
        options={sorts.map((sort) => [sort, w().sorts[sort]])}
        chosen={(asked.get('sort') ?? 'newest') as Sort}
        choose={(sort) => setQuery({ sort })}
      />
    </search>
  )
}

function Nothing({ dataset }: { dataset: Dataset }) {
  const isAsked = ['q', 'state'].some((name) => query.value.has(name))
  if (isAsked) {
    return (
      <Empty icon="search" title={w().none} hint={w().noneHint}>
        <button
          type="button"
          class="button"
          onClick={() => setQuery({ q: undefined, state: undefined })}
        >
          {w().showAll}
        </button>
      </Empty>
    )
  }
  return (
    <Empty
      icon="upload"
      title={w().empty}
      {...(dataset.status !== 'suspended' && { hint: w().emptyHint })}
    >
      {may('objects:write') && dataset.status !== 'suspended' && (
        <a class="button button-main" href={to(`/uploads?into=${dataset.dataset_id}`)}>
          {w().upload}
        </a>
      )}
    </Empty>
  )
}

type FilesProps = { rows: Rows; chosen: { value: ReadonlySet<string> }; dataset: Dataset }

function Files({ rows, chosen, dataset }: FilesProps) {
  const toggle = ({ object_id: id }: ObjectRow) => {
    const next = new Set(chosen.value)
    if (!next.delete(id)) next.add(id)
    chosen.value = next
  }
  const columns: readonly Column<ObjectRow>[] = [
    {
      key: 'chosen',
      title: w().columns.chosen,
      width: '1.5rem',
      cell: (row) => (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={w().choose(row.filename)}
          checked={chosen.value.has(row.object_id)}
          onChange={() => toggle(row)}
        />
      ),
    },
    {
      key: 'name',
      title: w().columns.name,
      width: 'minmax(0, 1fr)',
      cell: ({ filename, folder, object_id: id }) => (
        <span class="file-name">
          <Icon name="file" size={16} />
          <a class="file-link" tabIndex={-1} href={to(`/objects/${id}`)} title={filename}>
            <bdi>{filename}</bdi>
            {folder && <small class="faint">{folder}</small>}
          </a>
        </span>
      ),
    },
    {
      key: 'state',
      title: w().columns.state,
      width: '11rem',
      cell: (row) => <StateBadge of={row} within={dataset} />,
    },
    {
      key: 'size',
      title: w().columns.size,
      width: '6rem',
      align: 'end',
      extra: true,
      cell: ({ size_bytes: size }) => <span class="nums">{bytes(size)}</span>,
    },
    {
      key: 'when',
      title: w().columns.when,
      width: '8rem',
      align: 'end',
      extra: true,
      cell: (row) => <span class="nums">{date(row.uploaded_at ?? row.created_at)}</span>,
    },
  ]
  return (
    <VirtualGrid
      label={w().files}
      columns={columns}
      total={rows.total}
      row={rows.at}
      onSeen={rows.onSeen}
      open={({ object_id: id }) => go(`/objects/${id}`)}
      toggle={toggle}
      isChosen={({ object_id: id }) => chosen.value.has(id)}
    />
  )
}
