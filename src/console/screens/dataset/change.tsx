import { useRef } from 'preact/hooks'
import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { Form, type Given } from '../../ui/form.tsx'
import { list } from '../../ui/format.ts'
import { type Dataset, DatasetFields, fieldsIn } from '../datasets/dataset-fields.tsx'
import { w as datasetWords } from '../datasets/words.ts'
import { w } from './words.ts'

type Fields = ReturnType<typeof fieldsIn>
const names = ['name', 'description', 'visibility', 'base_price_credits', 'license'] as const

/**
 * What is said of a dataset, changed: only what is another than it was when the form came goes to
 * the server. Where a colleague changed the same meanwhile that is said once.
 */
export function Change({ dataset, close }: { dataset: Dataset; close(): void }) {
  const before = useRef(dataset)
  // What whoever writes knows to be there.
  const known = useRef(dataset)
  const send = async (given: Given) => {
    const wanted = fieldsIn(given)
    const id = dataset.dataset_id
    const changing = names.filter((name) => !isSame(wanted, before.current, name))
    if (changing.length > 0) {
      const now = await kontor.getDataset({ id })
      const others = changing.filter((name) => {
        return now[name] !== known.current[name] && !isSame(wanted, now, name)
      })
      known.current = now
      if (others.length > 0) throw new Error(w().meanwhile(list(others.map(wordFor))))
      const news = Object.fromEntries(changing.map((name) => [name, wanted[name]]))
      await kontor.patchDataset({ id, ...news })
      announce(w().changed)
      changed('datasets')
    }
    close()
  }
  return (
    <Form send={send} submit={w().save}>
      <DatasetFields of={before.current} />
    </Form>
  )
}

/** As a form gives it back: lines end otherwise there, and blanks around it are cut off. */
function isSame(wanted: Fields, there: Dataset, name: keyof Fields): boolean {
  const bare = (value: unknown) =>
    String(value ?? '')
      .replaceAll('\r\n', '\n')
      .trim()
  return bare(wanted[name]) === bare(there[name])
}

function wordFor(name: keyof Fields): string {
  return datasetWords()[name === 'base_price_credits' ? 'price' : name]
}
