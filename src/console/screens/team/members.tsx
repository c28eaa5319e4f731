import { useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { askWhoIsThere, user } from '../../app/session.ts'
import { t } from '../../i18n/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, type Given } from '../../ui/form.tsx'
import { counted, date } from '../../ui/format.ts'
import { InParts } from '../../ui/in-parts.tsx'
import { Badge } from '../../ui/parts.tsx'
import { Select } from '../../ui/select.tsx'
import { Show } from '../../ui/show.tsx'
import { isWithinReach, type Member, RoleBoxes, rolesIn } from './roles.tsx'
import { w } from './words.ts'

type Deed = { member: Member; does: 'change' | 'remove' }

export function Members() {
  const members = useResource(allMembers, ['members', 'access'])
  const deed = useSignal<Deed | undefined>(undefined)
  const close = () => {
    deed.value = undefined
  }
  return (
    <>
      <Show of={members}>
        {(list) => (
          <InParts of={list}>
            {(shown) => (
              <ul class="rows">
                {shown.map((member) => (
                  <Row
                    key={member.user_id}
                    member={member}
                    begin={(does) => {
                      deed.value = { member, does }
                    }}
                  />
                ))}
              </ul>
            )}
          </InParts>
        )}
      </Show>
      <Dialog
        title={deed.value ? titleOf(deed.value) : ''}
        open={deed.value !== undefined}
        close={close}
      >
        {deed.value?.does === 'change' && <Change member={deed.value.member} close={close} />}
        {deed.value?.does === 'remove' && <Remove member={deed.value.member} close={close} />}
      </Dialog>
    </>
  )
}

function titleOf({ member: { display_name: name }, does }: Deed): string {
  return does === 'change' ? w().changeTitle(name) : w().removeTitle(name)
}

async function allMembers(signal: AbortSignal): Promise<Member[]> {
  const all: Member[] = []
  let cursor: string | null = null
  do {
    const asked = { limit: 100, ...(cursor === null ? {} : { cursor }) }
    const { members, next_cursor }: Reply<'listMembers'> = await kontor.listMembers(asked, {
      signal,
    })
    all.push(...members)
    cursor = next_cursor
  } while (cursor !== null)
  return all
}

function Row({ member, begin }: { member: Member; begin(does: Deed['does']): void }) {
  const { display_name: name, email, roles, joined_at, api_key_ids: keys } = member
  const isMe = member.user_id === user.value?.user_id
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{name}</strong> {isMe && <Badge tone="good">{w().you}</Badge>}
        </p>
        <p class="row-small">{email}</p>
        <p class="card-facts">
          {roles.map((role) => (
            <Badge key={role}>{w().roleNames[role]}</Badge>
          ))}
          <span>{w().joined(date(joined_at))}</span>
          {keys.length > 0 && <span class="nums">{counted(w().keys, keys.length)}</span>}
        </p>
      </div>
      {isWithinReach(member) && (
        <span class="toolbar">
          <button type="button" class="button" onClick={() => begin('change')}>
            {w().change}
          </button>
          {!isMe && (
            <button type="button" class="button button-bad" onClick={() => begin('remove')}>
              {w().remove}
            </button>
          )}
        </span>
      )}
    </li>
  )
}

type DeedProps = { member: Member; close(): void }

function Change({ member, close }: DeedProps) {
  const send = async (given: Given) => {
    await kontor.patchMember({ id: member.user_id, roles: rolesIn(given) })
    // Whoever changed what they may themselves sees another menu.
    if (member.user_id === user.value?.user_id) await askWhoIsThere()
    announce(w().changed(member.display_name))
    changed('members')
    close()
  }
  return (
    <Form send={send} submit={t().buttons.save}>
      <p class="quiet">{w().changeHint}</p>
      <RoleBoxes chosen={member.roles} />
    </Form>
  )
}

const fates = ['revoke', 'take_over'] as const

function Remove({ member, close }: DeedProps) {
  const send = async ({ api_keys }: Given) => {
    const fate = fates.find((one) => one === api_keys)
    await kontor.removeMember({ id: member.user_id, ...(fate ? { api_keys: fate } : {}) })
    announce(w().removed(member.display_name))
    changed('members')
    close()
  }
  return (
    <Form send={send} submit={w().removeNow}>
      <p class="quiet">{w().removeHint}</p>
      {member.api_key_ids.length > 0 && (
        <Select
          label={w().theirKeys}
          name="api_keys"
          options={fates.map((fate) => [fate, w().fates[fate]])}
        />
      )}
    </Form>
  )
}
