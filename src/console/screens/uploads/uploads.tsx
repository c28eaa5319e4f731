import { useResource } from '../../api/resource.ts'
import { query, setQuery, to } from '../../app/address.ts'
import { bytes, number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { LeftBehind } from '../../ui/left-behind.tsx'
import { Badge, Empty, Meter, ScreenHead, type Tone } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { type Column, VirtualGrid } from '../../ui/virtual-grid.tsx'
import type { Item } from '../../uploads/item.ts'
import {
  add,
  clearOver,
  isBusy,
  isPaused,
  items,
  pause,
  resume,
  retryFailed,
  revision,
  totals,
} from '../../uploads/queue.ts'
import type { Dataset } from '../datasets/dataset-fields.tsx'
import { allDatasets } from '../datasets/datasets.tsx'
import { DropZone } from './drop-zone.tsx'
import { w } from './words.ts'

/** Files on their way: any number, whole folders, over lost pages and servers that are away. */
export function Uploads() {
  const datasets = useResource(allDatasets, ['datasets'])
  return (
    <div class="filling">
      <ScreenHead title={w().title} />
      <Show of={datasets}>
        {(all) =>
          takingFiles(all).length === 0 ? (
            <Empty icon="data" title={w().noDataset} hint={w().noDatasetHint}>
              <a class="button button-main" href={to('/data')}>
                {w().datasets}
              </a>
            </Empty>
          ) : (
            <>
              <Target datasets={takingFiles(all)} />
              <OnTheirWay datasets={all} />
            </>
          )
        }
      </Show>
    </div>
  )
}

/** What is suspended takes none. */
function takingFiles(all: readonly Dataset[]): readonly Dataset[] {
  return all.filter(({ status }) => status !== 'suspended')
}

function Target({ datasets }: { datasets: readonly Dataset[] }) {
  const asked = query.value.get('into')
  const into = datasets.find(({ dataset_id }) => dataset_id === asked) ?? datasets[0]
  const target = into?.dataset_id ?? ''
  return (
    <DropZone take={(found) => add(found, target)} isSmall={totals.value.files > 0}>
      <label class="field field-line">
        <span>{w().into}</span>
        <select
          value={target}
          onChange={({ currentTarget }) => setQuery({ into: currentTarget.value })}
        >
          {datasets.map(({ dataset_id: id, name }) => (
            <option key={id} value={id} selected={id === target}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </DropZone>
  )
}

type Into = { datasets: readonly Dataset[] }

function OnTheirWay({ datasets }: Into) {
  revision.value
  if (items.length === 0) return <p class="faint">{w().hint}</p>
  return (
    <>
      <Progress datasets={datasets} />
      <VirtualGrid
        label={w().list}
        columns={columns()}
        total={items.length}
        row={(index) => items[index]}
      />
    </>
  )
}

function Progress({ datasets }: Into) {
  const { files, done, known, failed, bytes: all, sentBytes } = totals.value
  const busy = isBusy.value
  return (
    <section class="box progress" aria-label={w().list}>
      <p class="progress-line">
        <strong class="nums">
          {w().progress({ n: files, done: number(done + known), all: number(files) })}
        </strong>
        <span class="nums faint">{w().amount({ sent: bytes(sentBytes), all: bytes(all) })}</span>
        {known > 0 && <Badge>{w().known(number(known))}</Badge>}
      </p>
      <p class="sr" role="status">
        {busy || failed > 0 ? '' : w().finished}
      </p>
      <Meter value={sentBytes} max={all} label={w().list} />
      {failed > 0 && <Failures title={w().failed(number(failed))} />}
      <div class="form-end">
        {busy && (
          <button type="button" class="button" onClick={isPaused.value ? resume : pause}>
            <Icon name={isPaused.value ? 'play' : 'pause'} size={16} />
            {isPaused.value ? w().resume : w().pause}
          </button>
        )}
        {failed > 0 && (
          <button type="button" class="button" onClick={retryFailed}>
            <Icon name="retry" size={16} />
            {w().retry}
          </button>
        )}
        {!busy && done + known > 0 && <Arrived datasets={datasets} />}
        {!busy && (
          <button type="button" class="button button-quiet" onClick={clearOver}>
            {w().clear}
          </button>
        )}
      </div>
    </section>
  )
}

/** What becomes of them stands where they went. */
function Arrived({ datasets }: Into) {
  const into = new Set(items.map(({ datasetId }) => datasetId))
  return datasets
    .filter(({ dataset_id: id }) => into.has(id))
    .map(({ dataset_id: id, name }) => (
      <a key={id} class="button" href={to(`/data/${id}`)}>
        {w().see(name)}
      </a>
    ))
}

/** In the list there is no room for reasons. */
function Failures({ title }: { title: string }) {
  const failed = items.filter(({ state }) => state === 'failed')
  const named = failed.map(({ path, size, problem }, i) => {
    const why = size === 0 ? w().nothing : problem || w().altered
    return { id: `${i} ${path}`, name: path, why }
  })
  return <LeftBehind title={title} list={named} />
}

const tones: Readonly<Record<Item['state'], Tone>> = {
  waiting: 'neutral',
  looking: 'info',
  sending: 'info',
  done: 'good',
  known: 'good',
  failed: 'bad',
}

function columns(): readonly Column<Item>[] {
  return [
    {
      key: 'name',
      title: w().columns.name,
      width: 'minmax(0, 1fr)',
      cell: ({ path, state, isResumed }) => (
        <span class="file-name">
          <Icon name="file" size={16} />
          <span title={path}>
            <bdi>{path}</bdi>
            {isResumed && state === 'sending' && <small class="faint">{w().resumed}</small>}
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      title: w().columns.state,
      width: '12rem',
      cell: (item) => <StateOf {...item} />,
    },
    {
      key: 'size',
      title: w().columns.size,
      width: '6rem',
      align: 'end',
      extra: true,
      cell: ({ size }) => <span class="nums">{bytes(size)}</span>,
    },
  ]
}

const meterAboveBytes = 1_000_000

function StateOf({ state, sentBytes, size }: Item) {
  if (state === 'sending' && size > meterAboveBytes) {
    return <Meter value={sentBytes} max={size} label={w().states.sending} />
  }
  const word = isPaused.value && state === 'waiting' ? 'paused' : state
  return <Badge tone={tones[state]}>{w().states[word]}</Badge>
}
