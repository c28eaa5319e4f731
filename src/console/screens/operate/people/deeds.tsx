import { kontor } from '../../../api/kontor.ts'
import { go, to } from '../../../app/address.ts'
import { Input } from '../../../ui/form.tsx'
import { Box } from '../../../ui/parts.tsx'
import { Area, Check, Deed } from '../house/deed.tsx'
import type { Person } from './people.tsx'
import { w } from './words.ts'

/** What is done about a person: each says what it means before it is done. */
export function Deeds({ person }: { person: Person }) {
  return (
    <Box id="deeds" title={w().deeds} stacked>
      <div class="toolbar">
        <WayIn person={person} />
        <Lock person={person} />
        <Power person={person} />
        <Erase person={person} />
      </div>
    </Box>
  )
}

type Props = { person: Person }

function WayIn({ person: { user_id: id, display_name: name } }: Props) {
  return (
    <>
      <Deed
        label={w().resetLink}
        title={w().resetTitle(name)}
        says={<p>{w().resetHint}</p>}
        topics={['people']}
        done={w().resetMade}
        once={w().resetOnce}
        send={async () => {
          const { reset_code: code } = await kontor.createResetLink({ id })
          return `${location.origin}${to('/reset')}?code=${encodeURIComponent(code)}`
        }}
      />
      <Deed
        label={w().factors}
        title={w().factorsTitle(name)}
        says={<p>{w().factorsHint}</p>}
        topics={['people']}
        done={w().factorsGone}
        send={() => kontor.resetSecondFactors({ id })}
      />
      <Deed
        label={w().endSessions}
        title={w().endTitle(name)}
        says={<p>{w().endHint}</p>}
        topics={['people']}
        done={w().ended}
        send={() => kontor.endUserSessions({ id })}
      />
    </>
  )
}

function Lock({ person: { user_id: id, display_name: name, locked_at: locked } }: Props) {
  if (locked !== null) {
    return (
      <Deed
        label={w().unlock}
        title={w().unlockTitle(name)}
        says={<p>{w().unlockHint}</p>}
        look="main"
        topics={['people']}
        done={w().unlocked}
        send={({ note = '' }) => kontor.unlockUser({ id, ...(note !== '' && { note }) })}
      >
        <Area label={w().note} hint={w().reasonHint} name="note" />
      </Deed>
    )
  }
  return (
    <Deed
      label={w().lock}
      title={w().lockTitle(name)}
      says={<p>{w().lockHint}</p>}
      look="bad"
      topics={['people']}
      done={w().lockedNow}
      send={({ reason = '' }) => kontor.lockUser({ id, reason })}
    >
      <Area label={w().reason} hint={w().reasonHint} name="reason" required />
    </Deed>
  )
}

function Power({ person: { user_id: id, display_name: name, is_platform_admin: is } }: Props) {
  return (
    <Deed
      label={is ? w().unmakeAdmin : w().makeAdmin}
      title={is ? w().unmakeAdminTitle(name) : w().makeAdminTitle(name)}
      says={<p>{is ? w().unmakeAdminHint : w().makeAdminHint}</p>}
      topics={['people']}
      done={w().adminChanged}
      send={() => kontor.changePlatformAdmin({ id, is_platform_admin: !is })}
    />
  )
}

function Erase({ person: { user_id: id, display_name: name, email } }: Props) {
  return (
    <Deed
      label={w().erase}
      title={w().eraseTitle(name)}
      says={<p>{w().eraseHint}</p>}
      look="bad"
      topics={[]}
      done={w().erased}
      send={async ({ email: typed = '', forfeit }) => {
        await kontor.eraseUser({ id, email: typed, forfeit: forfeit !== undefined })
        go('/people')
      }}
    >
      <Check label={w().forfeit} name="forfeit" />
      <Input label={w().typeEmail(email)} name="email" autocomplete="off" required />
    </Deed>
  )
}
