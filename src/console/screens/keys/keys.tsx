import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { go, query, setQuery, to } from '../../app/address.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { moment } from '../../ui/format.ts'
import { Badge, Empty, ScreenHead, Skeleton } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { type Column, VirtualGrid } from '../../ui/virtual-grid.tsx'
import { type ApiKey, stateOf, tones } from './api-key.ts'
import { MakeKey } from './make-key.tsx'
import { w } from './words.ts'

/** The keys of the house, which programs search and buy with; making one is in the address. */
export function Keys() {
  const keys = useResource(allKeys, ['keys'])
  const make = () => setQuery({ make: '1' }, { isStep: true })
  return (
    <>
      <ScreenHead title={w().title}>
        <button type="button" class="button button-main" onClick={make}>
          {w().make}
        </button>
      </ScreenHead>
      <Show of={keys} waiting={<Skeleton lines={8} />}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon="key" title={w().empty} hint={w().emptyHint} />
          ) : (
            <VirtualGrid
              label={w().table}
              columns={columns()}
              total={all.length}
              row={(index) => all[index]}
              open={({ api_key_id: id }) => go(`/keys/${id}`)}
            />
          )
        }
      </Show>
      <Dialog
        title={w().make}
        open={query.value.has('make')}
        close={() => setQuery({ make: undefined })}
      >
        <MakeKey />
      </Dialog>
    </>
  )
}

const pagesMax = 20

async function allKeys(until: AbortSignal): Promise<ApiKey[]> {
  const all: ApiKey[] = []
  let cursor: string | null = null
  for (let page = 0; page < pagesMax; page++) {
    const asked = { limit: 100, ...(cursor === null ? {} : { cursor }) }
    const { api_keys, next_cursor } = await kontor.listApiKeys(asked, { signal: until })
    all.push(...api_keys)
    cursor = next_cursor
    if (cursor === null) break
  }
  return all
}

function columns(): Column<ApiKey>[] {
  return [
    {
      key: 'name',
      title: w().name,
      width: 'minmax(0, 2fr)',
      cell: ({ name, api_key_id: id, application }) => (
        <>
          <a class="file-link" tabIndex={-1} href={to(`/keys/${id}`)}>
            <strong>{name}</strong>
          </a>
          {application && <p class="faint">{w().connected(application.redirect_place)}</p>}
        </>
      ),
    },
    {
      key: 'begins',
      title: w().begins,
      width: 'minmax(0, 1fr)',
      extra: true,
      cell: ({ key_prefix }) => <span class="mono">{key_prefix}</span>,
    },
    {
      key: 'used',
      title: w().used,
      width: '12rem',
      extra: true,
      cell: ({ last_used_at: used }) => (used === null ? w().never : moment(used)),
    },
    { key: 'state', title: w().state, width: '8rem', align: 'end', cell: State },
  ]
}

function State(key: ApiKey) {
  const state = stateOf(key)
  return <Badge tone={tones[state]}>{w().states[state]}</Badge>
}
