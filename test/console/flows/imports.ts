// Folders of the server, from looking into them to a saved report.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flawsOf } from '../../support/console/flaws.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson, type Person } from '../../support/console/person.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

flow('somebody looks into a folder of the server, imports it and has it watched', async (b) => {
  using inbox = temporaryFolder()
  mkdirSync(join(inbox.path, 'reports'))
  writeFileSync(join(inbox.path, 'reports', 'pump.txt'), 'Pump P-7 was exchanged on 4 June.')
  writeFileSync(join(inbox.path, 'reports', 'nothing.txt'), '')
  const config = { importRoots: inbox.path }
  await using app = await openTestApp({ config, parts: { workers: false } })
  const { email, token } = await app.admin()
  await app.call('POST', '/v1/datasets', { as: token, body: { name: 'Pump reports' } })
  await using person = await openPerson(b, app)
  await person.visit('/import')
  await person.logIn(email)
  await importsFolder(person)
  await isWellDrawn(person)
  await watches(person, `${basename(inbox.path)}/reports`)
  person.quiet()
})

async function importsFolder({ press, sees, page }: Person): Promise<void> {
  await press('Into reports')
  await sees('2 files directly in it')
  await press('Look first')
  await sees('Preview')
  await sees('1 (33 B)')
  await press('Files')
  await page.waitForSelector('input[name=outcome]')
  await press('Refused 1')
  await sees('The file is empty.')
  await press('Import this')
  await sees('What came in waits for review.')
}

async function isWellDrawn({ page }: Person): Promise<void> {
  assert.equal(await axeFindings(page), [])
  await page.setViewport({ width: 360, height: 800 })
  assert.equal(await flawsOf(page), [])
  await page.setViewport({ width: 1440, height: 900 })
}

/** By keyboard: what was announced may lie over a button. */
async function watches({ press, sees, page }: Person, folder: string): Promise<void> {
  await press('Keep watching')
  await sees('every 30 seconds')
  const stop = await page.waitForSelector(`::-p-aria([name="Stop watching: ${folder}"])`)
  await stop?.focus()
  await page.keyboard.press('Enter')
  await sees('No folder is watched.')
}
