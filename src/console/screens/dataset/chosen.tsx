import { type Signal, useSignal } from '@preact/signals'
import type { Input, Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { may } from '../../app/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { counted, number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Problem } from '../../ui/parts.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { allIds } from './rows.ts'
import { w } from './words.ts'

type ChosenProps = {
  dataset: Reply<'getDataset'>
  chosen: Signal<ReadonlySet<string>>
  total: number
  question(): Input<'listObjectRows'>
}

/** So many go in one request. */
const atOnce = 200

/** What can be done with those that are chosen. Before a deed that cannot be undone it asks. */
export function Chosen({ dataset, chosen, total, question }: ChosenProps) {
  const { dataset_id: datasetId, status } = dataset
  const { isOpen, open, close } = useOpen()
  const isBusy = useSignal(false)
  const problem = useSignal<Error | undefined>(undefined)
  const none = () => {
    chosen.value = new Set()
  }
  const perform = async (work: () => Promise<void>) => {
    isBusy.value = true
    problem.value = undefined
    try {
      await work()
      close()
    } catch (error) {
      problem.value = error as Error
    } finally {
      isBusy.value = false
      changed('objects')
    }
  }
  const remove = () =>
    perform(async () => {
      let n = 0
      for (const some of slices([...chosen.value])) {
        const asked = { dataset_id: datasetId, object_ids: some }
        n += (await kontor.deleteObjects(asked)).deleted.length
      }
      announce(counted(w().deleted, n))
      none()
    })
  const resubmit = () =>
    perform(async () => {
      let n = 0
      const refused: string[] = []
      for (const some of slices([...chosen.value])) {
        const answer = await kontor.resubmitObjects({ dataset_id: datasetId, object_ids: some })
        n += answer.resubmitted.length
        refused.push(...answer.refused.map(({ error }) => error.message))
      }
      if (n > 0) announce(counted(w().resubmitted, n))
      const [why] = refused
      const kept = { n: refused.length, shown: number(refused.length) }
      if (why) announce(w().refused({ ...kept, why }), 'bad')
      none()
    })
  const all = () =>
    perform(async () => {
      chosen.value = new Set(await allIds(question()))
    })
  const size = chosen.value.size
  return (
    <div class="chosen-bar">
      <strong role="status">{counted(w().chosen, size)}</strong>
      {size < total && (
        <button type="button" class="button button-quiet" onClick={() => void all()}>
          {w().chooseAll(number(total))}
        </button>
      )}
      <button type="button" class="button button-quiet" onClick={none}>
        {w().chooseNone}
      </button>
      <span class="spring" />
      {may('objects:write') && (
        <>
          {status !== 'suspended' && (
            <button
              type="button"
              class="button"
              disabled={isBusy.value}
              onClick={() => void resubmit()}
            >
              <Icon name="retry" size={16} />
              {w().resubmit}
            </button>
          )}
          <button type="button" class="button button-bad" onClick={open}>
            {w().delete}
          </button>
        </>
      )}
      {!isOpen && <Problem error={problem.value} />}
      <Dialog title={counted(w().deleteTitle, size)} open={isOpen} close={close}>
        <p>{w().deleteHint}</p>
        <Problem error={problem.value} />
        <div class="dialog-end">
          <button
            type="button"
            class="button button-bad"
            disabled={isBusy.value}
            onClick={() => void remove()}
          >
            {w().delete}
          </button>
        </div>
      </Dialog>
    </div>
  )
}

function slices(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / atOnce)
  return Array.from({ length: count }, (_, i) => ids.slice(i * atOnce, (i + 1) * atOnce))
}
