import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { Looks } from '../../app/account-menu.tsx'
import { announce } from '../../app/announce.tsx'
import { me } from '../../app/session.ts'
import { Form, Input } from '../../ui/form.tsx'
import { list } from '../../ui/format.ts'
import { Box, FactList, ScreenHead } from '../../ui/parts.tsx'
import { w as teamWords } from '../team/words.ts'
import { Address } from './address.tsx'
import { CloseHouse } from './close.tsx'
import { Leave } from './leave.tsx'
import { SecondFactors } from './second-factors.tsx'
import { Sessions } from './sessions.tsx'
import { w } from './words.ts'

/** What is one's own: who one is here, the password, where one is logged in, and how it looks. */
export function Account() {
  return (
    <>
      <ScreenHead title={w().title} />
      <div class="two">
        <div class="stack">
          <Who />
          <Box id="sessions" title={w().sessions}>
            <Sessions />
          </Box>
        </div>
        <div class="stack">
          <Box id="password" title={w().password}>
            <Password />
          </Box>
          <Address />
          <Box id="factors" title={w().factors}>
            <SecondFactors />
          </Box>
          <Box id="looks" title={w().looks}>
            <p class="faint">{w().looksHint}</p>
            <Looks />
          </Box>
        </div>
      </div>
    </>
  )
}

function Who() {
  const session = me.value
  if (!session?.user) return null
  const facts = [
    [w().name, session.user.display_name],
    [w().email, session.user.email],
    [w().house, session.tenant.name],
    [w().roles, list(session.roles.map((role) => teamWords().roleNames[role]))],
  ]
  return (
    <Box id="who" title={w().who}>
      <FactList facts={facts} />
      <div class="toolbar">
        <Leave />
        <CloseHouse />
      </div>
    </Box>
  )
}

function Password() {
  const send = async ({ current_password = '', new_password = '' }) => {
    await kontor.changePassword({ current_password, new_password })
    announce(w().changed)
    changed('sessions')
  }
  return (
    <Form send={send} submit={w().change}>
      <Input
        label={w().current}
        name="current_password"
        type="password"
        autocomplete="current-password"
        required
      />
      <Input
        label={w().next}
        name="new_password"
        type="password"
        autocomplete="new-password"
        hint={w().nextHint}
        minLength={12}
        required
      />
    </Form>
  )
}
