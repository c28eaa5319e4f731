import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, type Given } from '../../ui/form.tsx'
import { useOpen } from '../../ui/use-open.ts'
import type { ApiKey } from './api-key.ts'
import { KeyFields, keyIn } from './key-fields.tsx'
import { w } from './words.ts'

/** What a key may, where, how much and until when; its secret stays what it is. */
export function ChangeKey({ record }: { record: ApiKey }) {
  const { isOpen, open, close } = useOpen()
  const send = async (given: Given) => {
    await change(record, given)
    announce(w().changed(given.name ?? record.name))
    changed('keys')
    close()
  }
  return (
    <>
      <button type="button" class="button" onClick={open}>
        {w().change}
      </button>
      <Dialog title={w().changeTitle(record.name)} open={isOpen} close={close}>
        <Form send={send} submit={w().save}>
          <p class="quiet">{w().changeHint}</p>
          <KeyFields of={record} />
        </Form>
      </Dialog>
    </>
  )
}

/** Datasets that were added later are taken away one by one, after the rest was allowed. */
async function change({ api_key_id: id, grants, ...record }: ApiKey, given: Given) {
  const asked = keyIn(given, { api_key_id: id, grants, ...record })
  const { dataset_ids: wanted } = asked
  const added = grants.map(({ dataset_id: dataset }) => dataset)
  const ids = wanted?.filter((one) => record.dataset_ids.includes(one) || !added.includes(one))
  await kontor.patchApiKey({ id, ...asked, ...(ids ? { dataset_ids: ids } : {}) })
  for (const { grant_id, dataset_id: dataset } of grants) {
    if (wanted && !wanted.includes(dataset)) await kontor.removeGrant({ id, grant_id })
  }
}
