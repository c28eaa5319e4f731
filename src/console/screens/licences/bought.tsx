import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { pagesTogether } from '../../api/pages.ts'
import { useResource } from '../../api/resource.ts'
import { setQuery } from '../../app/address.ts'
import { tell } from '../../app/announce.tsx'
import { moment } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Badge, Box, Empty } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { type BoughtLicence, fetchLicensed } from './licence.ts'
import { lamports } from './sol.ts'
import { w } from './words.ts'

const rowsAtOnce = 100

/** One's licences, as they were sold; what they are of can be fetched for good. */
export function Bought() {
  const pages = useSignal(1)
  const licences = useResource((until) => ask(pages.value, until), ['sol'])
  return (
    <Show of={licences}>
      {({ list, total }) =>
        total === 0 ? (
          <Empty icon="seal" title={w().noneBought} hint={w().noneBoughtHint}>
            <button
              type="button"
              class="button button-main"
              onClick={() => setQuery({ part: undefined })}
            >
              {w().see}
            </button>
          </Empty>
        ) : (
          <Box id="bought" title={w().tabs.bought}>
            <ul class="rows">
              {list.map((licence) => (
                <Row key={licence.licence_id} licence={licence} />
              ))}
            </ul>
            {list.length < total && <More show={() => void pages.value++} />}
          </Box>
        )
      }
    </Show>
  )
}

async function ask(pages: number, signal: AbortSignal) {
  const answers = await pagesTogether(pages, (page) =>
    kontor.listLicences({ limit: rowsAtOnce, offset: page * rowsAtOnce }, { signal }),
  )
  return { list: answers.flatMap(({ licences }) => licences), total: answers[0]?.total ?? 0 }
}

function Row({ licence }: { licence: BoughtLicence }) {
  const { name, license_type: type, price_lamports: price, bought_at: when } = licence
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{name}</strong> <Badge tone="info">{w().types[type]}</Badge>
        </p>
        <p class="faint row-small">
          <span class="nums">{lamports(price)}</span> · {moment(when)}
        </p>
        <p class="faint row-small mono">{licence.transaction_hash}</p>
      </div>
      <button type="button" class="button" onClick={() => void fetchAgain(licence)}>
        {w().again}
      </button>
    </li>
  )
}

/** For nothing: more than that is refused, whatever became of it since. */
async function fetchAgain({ asset_id, name }: BoughtLicence): Promise<void> {
  await tell(async () => {
    await fetchLicensed({ asset_id, filename: name, max_price: 0 })
    return w().fetched
  })
}
