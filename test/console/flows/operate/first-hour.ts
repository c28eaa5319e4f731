// A new operator goes through what is to be set up; each deed is really done.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../../support/console/axe.ts'
import { flawsOf } from '../../../support/console/flaws.ts'
import { flow } from '../../../support/console/flow.ts'
import { openPerson, type Person } from '../../../support/console/person.ts'
import { openMailServer } from '../../../support/mail-server.ts'
import { openTestApp } from '../../../support/open-test-app.ts'

flow('a new operator sets the server up, step by step', async (b) => {
  await using mail = await openMailServer()
  await using app = await openTestApp({ config: mail.settings, parts: { workers: false } })
  const { email } = await app.admin()
  await using operator = await openPerson(b, app)
  const { visit, sees, press } = operator
  await visit('/')
  await operator.logIn(email)
  await sees('Put the list aside')
  await visit('/first-hour')
  await sees('Only this machine reaches the server')
  await sees('KONTOR_BACKUP_DIR=/var/backups/kontor')
  await press('Send me a letter')
  await sees('The server for mail took a letter.')
  const letters = mail.arrived.filter(({ letter }) => letter.subject === 'A test of mail')
  assert.equal(
    letters.map(({ to }) => to),
    [[email]],
  )
  await press('Put sample data in')
  await sees('Invented documents are in a private dataset.')
  await isWellDrawn(operator)
  await press('Take sample data away')
  await sees('Put sample data in')
  await press('Put the list aside')
  await sees('The list is put aside')
  operator.quiet()
})

async function isWellDrawn({ page }: Person): Promise<void> {
  assert.equal(await axeFindings(page), [])
  await page.setViewport({ width: 360, height: 800 })
  assert.equal(await flawsOf(page), [])
  await page.setViewport({ width: 1440, height: 900 })
}
