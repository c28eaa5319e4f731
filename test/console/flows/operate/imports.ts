// Folders of the server, from looking into them to having them watched: steps of every-command.ts.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { carriedOut } from '../../../support/console/commands.ts'
import type { Person } from '../../../support/console/person.ts'
import { isWellDrawn } from '../../../support/console/well-drawn.ts'

/** Two files that can be read, and one that cannot. */
export function fillsInbox(inbox: string): void {
  mkdirSync(join(inbox, 'reports'))
  writeFileSync(join(inbox, 'reports', 'pump.txt'), 'Pump P-7 was exchanged on 4 June.')
  writeFileSync(join(inbox, 'reports', 'valve.txt'), 'Valve V-2 leaks.')
  writeFileSync(join(inbox, 'reports', 'nothing.txt'), '')
}

export async function imports(person: Person, inbox: string): Promise<void> {
  await person.goes('/import')
  await importsFolder(person)
  await isWellDrawn(person)
  await watches(person, `${basename(inbox)}/reports`)
  carriedOut('import', 'watch')
}

async function importsFolder({ press, sees, page }: Person): Promise<void> {
  await press('Into reports')
  await sees('3 files directly in it')
  await press('Look first')
  await sees('Preview')
  await sees('2 (49 B)')
  await press('Files')
  await page.waitForSelector('input[name=outcome]')
  await press('Refused 1')
  await sees('The file is empty.')
  await press('Import this')
  await sees('What came in waits for review.')
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
