// Whoever runs the machine looks after it in the console: each deed is really done.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../../support/console/axe.ts'
import { flawsOf } from '../../../support/console/flaws.ts'
import { flow } from '../../../support/console/flow.ts'
import { openPerson } from '../../../support/console/person.ts'
import { openTestApp } from '../../../support/open-test-app.ts'

flow('an operator has the server examined, and is told what is wrong and what to do', async (b) => {
  await using app = await openTestApp({ parts: { workers: false, jobs: false } })
  const { email } = await app.admin()
  await using operator = await openPerson(b, app)
  const { page, sees, press } = operator
  await operator.visit('/health')
  await operator.logIn(email)
  await sees('Not examined since the server started')
  assert.equal(await axeFindings(page), [])
  await press('Examine now: Examine the server')
  await sees('Done: Examine the server')
  await sees('What to do:')
  await sees('by Operator,')
  await press('Verify now: Verify the ledger')
  await sees('Done: Verify the ledger')
  assert.equal(await axeFindings(page), [])
  await page.setViewport({ width: 360, height: 800 })
  assert.equal(await flawsOf(page), [])
  operator.quiet()
})
