import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { go } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { Form, type Given } from '../../ui/form.tsx'
import { fresh } from './api-key.ts'
import { KeyFields, keyIn } from './key-fields.tsx'
import { w } from './words.ts'

/** A key can do less than who makes it, and never more. */
export function MakeKey() {
  const send = async (given: Given) => {
    const made = await kontor.createApiKey(keyIn(given))
    fresh.value = { id: made.api_key_id, secret: made.secret }
    announce(w().made(made.name))
    changed('keys')
    go(`/keys/${made.api_key_id}`)
  }
  return (
    <Form send={send} submit={w().make}>
      <KeyFields />
    </Form>
  )
}
