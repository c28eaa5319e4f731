import { useSignal } from '@preact/signals'
import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { query, setQuery, to } from '../../../app/address.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FindField } from '../../../ui/find-field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Badge, FactList, ScreenHead } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { type Column, VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { w } from './words.ts'

type Settings = Reply<'getSettings'>
type Setting = Settings['sources'][number] & { value: string }

const tones = { flag: 'info', environment: 'info', file: 'info', default: 'neutral' } as const

/** The settings in force, where each was read, and what a change would need. */
export function SettingsScreen() {
  const settings = useResource((signal) => kontor.getSettings(undefined, { signal }))
  return (
    <div class="filling">
      <ScreenHead title={w().title}>
        <a class="button" href={to('/settings/secrets')}>
          <Icon name="shield" size={16} /> {w().secrets}
        </a>
      </ScreenHead>
      <p class="faint">{w().hint}</p>
      <search class="grid-tools">
        <FindField label={w().find} />
        <label class="choice">
          <input
            type="checkbox"
            checked={query.value.has('given')}
            onChange={({ currentTarget: { checked } }) => {
              setQuery({ given: checked ? 'yes' : undefined })
            }}
          />
          <span>{w().given}</span>
        </label>
      </search>
      <Show of={settings}>{(data) => <List list={wanted(data)} />}</Show>
    </div>
  )
}

function wanted({ sources, settings }: Settings): Setting[] {
  const asked = query.value.get('q')?.toLowerCase() ?? ''
  return sources
    .map((source) => ({ ...source, value: said(settings[source.name]) }))
    .filter(({ origin }) => !query.value.has('given') || origin !== 'default')
    .filter(({ name, environment, help }) => {
      return `${name} ${environment} ${help}`.toLowerCase().includes(asked)
    })
}

function said(value: unknown): string {
  if (value === undefined || value === null) return w().notSet
  if (Array.isArray(value)) return value.length === 0 ? w().notSet : value.map(said).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function List({ list }: { list: readonly Setting[] }) {
  const shown = useSignal<Setting | undefined>(undefined)
  const open = (setting: Setting) => {
    shown.value = setting
  }
  const columns: Column<Setting>[] = [
    {
      key: 'name',
      title: w().setting,
      width: 'minmax(0, 2fr)',
      cell: (setting) => (
        <button type="button" class="file-link mono" onClick={() => open(setting)}>
          {setting.environment}
        </button>
      ),
    },
    { key: 'value', title: w().value, width: 'minmax(0, 2fr)', cell: ({ value }) => value },
    {
      key: 'origin',
      title: w().from,
      width: '10rem',
      extra: true,
      cell: ({ origin }) => <Badge tone={tones[origin]}>{w().origins[origin]}</Badge>,
    },
  ]
  return (
    <>
      <VirtualGrid
        label={w().title}
        columns={columns}
        total={list.length}
        row={(index) => list[index]}
        open={open}
      />
      <Dialog
        title={shown.value?.environment ?? ''}
        open={shown.value !== undefined}
        close={() => {
          shown.value = undefined
        }}
      >
        {shown.value && <One {...shown.value} />}
      </Dialog>
    </>
  )
}

function One({ name, flag, environment, origin, help, effect, value }: Setting) {
  return (
    <>
      <p>{help}</p>
      <FactList
        facts={[
          [w().value, value],
          [w().from, w().origins[origin]],
          [w().origins.flag, flag],
          [w().origins.environment, environment],
          [w().origins.file, name],
        ]}
      />
      <p class="quiet">{w().restart}</p>
      {effect !== 'none' && <p class="quiet">{w().effects[effect]}</p>}
    </>
  )
}
