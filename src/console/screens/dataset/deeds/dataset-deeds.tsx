import { useEffect, useRef } from 'preact/hooks'
import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { changed } from '../../../api/resource.ts'
import { go } from '../../../app/address.ts'
import { announce, sentenceOf } from '../../../app/announce.tsx'
import { may } from '../../../app/session.ts'
import { type Given, Input } from '../../../ui/form.tsx'
import { counted, number } from '../../../ui/format.ts'
import { Select } from '../../../ui/select.tsx'
import { Deed } from '../../operate/house/deed.tsx'
import { Suspend } from '../../operate/off-market/off-market.tsx'
import { w } from './words.ts'

type Props = { dataset: Reply<'getDataset'> }

/** What is done with all of a dataset, each after it was said what it means for buyers. */
export function DatasetDeeds({ dataset }: Props) {
  const { suspension_reason: why } = dataset
  return (
    <>
      {dataset.status === 'suspended' && (
        <div class="problem">
          <div>
            {w().suspended}
            <p class="said-by">{why}</p>
          </div>
        </div>
      )}
      <div class="toolbar">
        {may('datasets:write') && (
          <>
            <Offer dataset={dataset} />
            <Anew dataset={dataset} />
            <Delete dataset={dataset} />
          </>
        )}
        <Suspend {...dataset} />
      </div>
    </>
  )
}

function Offer({ dataset: { dataset_id: id, name, status, object_states: n } }: Props) {
  const topics = ['datasets']
  if (status === 'active') {
    return (
      <Deed
        key="pause"
        label={w().pause}
        title={w().pauseTitle(name)}
        says={<p>{w().pauseHint}</p>}
        topics={topics}
        done={w().paused}
        send={() => kontor.patchDataset({ id, status: 'paused' })}
      />
    )
  }
  // A draft without anything to find becomes one that is on offer by itself.
  const isAside = status === 'paused' || status === 'archived' || (status === 'draft' && n.indexed)
  if (!isAside) return null
  return (
    <Deed
      key="offer"
      label={w().offer}
      title={w().offerTitle(name)}
      says={<p>{w().offerHint}</p>}
      topics={topics}
      done={w().offered}
      send={() => kontor.patchDataset({ id, status: 'active' })}
    />
  )
}

function Anew({ dataset: { dataset_id: id, name, status, object_states: n } }: Props) {
  const all = n.indexed + n.failed
  if (all === 0 || status === 'suspended') return null
  return (
    <Deed
      label={w().anew}
      title={w().anewTitle(name)}
      says={<p>{w().anewHint}</p>}
      topics={['objects']}
      done={w().begun}
      send={({ which }) =>
        kontor.reprocessDataset({ id, objects: which === 'failed' ? 'failed' : 'all' })
      }
    >
      {n.failed > 0 && (
        <Select
          label={w().which}
          name="which"
          options={[
            ['failed', w().failed(number(n.failed))],
            ['all', w().all(number(all))],
          ]}
          chosen="failed"
        />
      )}
    </Deed>
  )
}

function Delete({ dataset }: Props) {
  const { dataset_id: id, name, status, object_count: sent, object_states: states } = dataset
  const whenLeft = useRef<(() => void) | undefined>(undefined)
  useEffect(() => () => whenLeft.current?.(), [])
  const send = async ({ typed = '' }: Given) => {
    if (typed.trim() !== name.trim()) throw new Error(w().otherName)
    // First away from here: that it is gone is told before the answer comes.
    const left = new Promise<void>((done) => {
      whenLeft.current = done
      setTimeout(done, 1_000)
    })
    go('/data')
    await left
    try {
      await kontor.deleteDataset({ id })
    } catch (error) {
      announce(sentenceOf(error), 'bad')
      throw error
    } finally {
      changed('datasets')
    }
  }
  return (
    <Deed
      label={w().delete}
      title={w().deleteTitle(name)}
      says={
        <>
          <p>{counted(w().deleteHint, sent + states.initiated)}</p>
          <p>{status === 'suspended' ? w().keepsNone : w().keeps}</p>
        </>
      }
      look="bad"
      topics={[]}
      done={w().deleted(name)}
      send={send}
    >
      <Input label={w().typeName(name)} name="typed" autocomplete="off" required />
    </Deed>
  )
}
