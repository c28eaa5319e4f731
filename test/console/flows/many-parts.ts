// A file in parts: the line goes in the middle, then the page; what arrived is not sent again.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HTTPRequest } from 'puppeteer-core'
import * as assert from 'uvu/assert'
import { flow } from '../../support/console/flow.ts'
import { openPerson, type Person } from '../../support/console/person.ts'
import { largeBytes, largeSha256 } from '../../support/large-upload.ts'
import { openTestProvider } from '../../support/open-test-provider.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilSo } from '../../support/until.ts'

const partBytes = 100_000
const sizeBytes = 4 * partBytes
const uploadLimits = { multipartAboveBytes: partBytes, partMinBytes: partBytes, partsMax: 100 }

flow('a file in four parts goes on after the line was gone, and after the page was', async (b) => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'film.bin')
  writeFileSync(path, largeBytes({ offsetBytes: 0, sizeBytes }))
  await using app = await openTestProvider({ overrides: { uploadLimits } })
  const id = await app.dataset({ name: 'Films' })
  const { email } = (await app.call('GET', '/v1/me', { as: app.owner.token })).body.data.user
  await using ada = await openPerson(b, app)
  const { page } = ada
  const gate = openGate(ada)
  await page.setRequestInterception(true)
  page.on('dialog', (dialog) => void dialog.accept())
  await ada.enters('/uploads', { email })
  await choose(ada, path)
  // Each part waits until it is let through.
  await gate.arrives(1)
  gate.pass()
  await gate.arrives(2)
  await page.setOfflineMode(true)
  gate.drop()
  await ada.sees('what you see may be old')
  await page.setOfflineMode(false)
  await gate.arrives(3)
  gate.pass()
  await gate.arrives(4)
  await page.goto('about:blank')
  await ada.visit('/uploads')
  await choose(ada, path)
  gate.open()
  await ada.sees('1 of 1 file')
  const { rows } = (
    await app.call('GET', `/v1/datasets/${id}/objects/rows`, { as: app.owner.token })
  ).body.data
  assert.equal([rows.length, rows[0].size_bytes, rows[0].status], [1, sizeBytes, 'staged'])
  const object = await app.call('GET', `/v1/objects/${rows[0].object_id}`, { as: app.owner.token })
  assert.is(object.body.data.checksum_sha256, largeSha256(sizeBytes))
  // The second part and the third went twice: what had arrived of the file was not sent again.
  assert.is(gate.count(), 6)
  ada.quiet([], { lost: true })
})

/** Holds what is put, one part after another. */
function openGate({ page }: Person) {
  const held: HTTPRequest[] = []
  let count = 0
  let isOpen = false
  page.on('request', (request) => {
    if (request.method() !== 'PUT') return void request.continue()
    count++
    if (isOpen) return void request.continue()
    held.push(request)
  })
  return {
    arrives: (n: number) => untilSo(`part ${n} is on its way`, () => count >= n),
    pass: () => void held.pop()?.continue(),
    drop: () => void held.pop()?.abort('internetdisconnected'),
    open() {
      isOpen = true
    },
    count: () => count,
  }
}

async function choose({ page, sees }: Person, path: string): Promise<void> {
  await sees('Drop files or folders here')
  const input = await page.waitForSelector('input.files')
  await (input as unknown as { uploadFile(...all: string[]): Promise<void> }).uploadFile(path)
}
