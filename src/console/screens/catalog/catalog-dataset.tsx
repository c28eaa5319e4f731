import { kontor } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import type { ScreenProps } from '../../app/screen.ts'
import { isOperator, may } from '../../app/session.ts'
import { t } from '../../i18n/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { counted, date, language, list, number } from '../../ui/format.ts'
import { Box, ScreenHead } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { type CatalogDataset as Dataset, Facts } from './catalog.tsx'
import { w } from './words.ts'

/** One dataset as a buyer sees it before having it: samples, columns, prices, the way in. */
export function CatalogDataset({ params: { id = '' } }: ScreenProps) {
  const dataset = useResource(
    (until) => kontor.getCatalogDataset({ id }, { signal: until }),
    ['access'],
  )
  return (
    <>
      <p>
        <a href={to('/catalog')}>{w().back}</a>
      </p>
      <Show of={dataset} isScreen>
        {(data) => <Inside dataset={data} />}
      </Show>
    </>
  )
}

function Inside({ dataset }: { dataset: Dataset }) {
  return (
    <>
      <ScreenHead title={dataset.name}>
        {isOperator.value && (
          <a class="button" href={to(`/data/${dataset.dataset_id}`)}>
            {t().groups.operate}
          </a>
        )}
        <Way dataset={dataset} />
      </ScreenHead>
      <Facts dataset={dataset} />
      {dataset.description && (
        <p class="prose" dir="auto">
          {dataset.description}
        </p>
      )}
      <p class="faint">
        {dataset.languages.length > 0 && `${list(dataset.languages.map(language))} · `}
        {w().updated(date(dataset.last_ingest_at ?? dataset.updated_at))}
      </p>
      {dataset.license !== null && (
        <p class="faint">
          {w().license}{' '}
          <a href={dataset.license} rel="license noreferrer" target="_blank">
            {dataset.license}
          </a>
        </p>
      )}
      <div class="two">
        <Samples dataset={dataset} />
        <Columns dataset={dataset} />
      </div>
    </>
  )
}

/** To the search, where the content is open to the house; else to the provider's ear. */
function Way({ dataset }: { dataset: Dataset }) {
  const { isOpen, open, close } = useOpen()
  const { dataset_id: id, access, access_request_status: asked } = dataset
  if (access !== 'by_request') {
    return (
      <a class="button button-main" href={to(`/search?dataset=${id}`)}>
        {w().searchIn}
      </a>
    )
  }
  if (asked === 'pending' || !may('search:query')) return null
  const send = async ({ message = '' }) => {
    await kontor.requestAccess({ id, ...(message.trim() ? { message } : {}) })
    close()
    announce(w().sent)
    changed('access')
  }
  return (
    <>
      <button type="button" class="button button-main" onClick={open}>
        {w().ask}
      </button>
      <Dialog title={w().ask} open={isOpen} close={close}>
        <Form send={send} submit={w().send}>
          <label class="field">
            <span>{w().message}</span>
            <textarea name="message" rows={4} maxLength={2000} />
            <small class="faint">{w().messageHint}</small>
          </label>
        </Form>
      </Dialog>
    </>
  )
}

function Samples({ dataset: { sample_passages: samples } }: { dataset: Dataset }) {
  if (samples.length === 0) return null
  return (
    <Box id="samples" title={w().samples}>
      <ul class="rows">
        {samples.map(({ passage_id: id, title, page, text, lang }) => (
          <li key={id} class="row">
            <div>
              <p>
                <strong dir="auto">{title}</strong>{' '}
                {page !== null && <span class="faint">{w().page(number(page))}</span>}
              </p>
              <p class="sample" dir="auto" lang={lang}>
                {text}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Box>
  )
}

function Columns({ dataset: { column_profile: profile } }: { dataset: Dataset }) {
  if (!profile) return null
  return (
    <section class="box" aria-labelledby="columns">
      <h2 id="columns">
        {w().columns} <span class="faint">{counted(w().rows, profile.row_count)}</span>
      </h2>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{w().column}</th>
            <th scope="col">{w().type}</th>
            <th scope="col">{w().range}</th>
          </tr>
        </thead>
        <tbody>
          {profile.columns.map(({ name, type, min, max }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{type}</td>
              <td class="nums">{min === null ? '' : `${min} – ${max}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
