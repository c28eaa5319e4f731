// A file page by page, by keys: for who reviews it, and for its owner with the recognised words.
import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson, type Person } from '../../support/console/person.ts'
import { makePdf } from '../../support/make-pdf.ts'
import { openTestShop } from '../../support/open-test-shop.ts'

const lines = ['The first sheet.', 'The second sheet.', 'The third sheet.']

const film = {
  filename: 'talk.mp4',
  contentType: 'video/mp4',
  bytes: readFileSync(new URL('../../fixtures/media/talk.mp4', import.meta.url)),
}

flow('a reviewer and the owner leaf through a file, and see what was recognised', async (b) => {
  await using app = await openTestShop()
  const bytes = await makePdf({ pages: lines })
  const objectId = await app.offer({ filename: 'road.pdf', contentType: 'application/pdf', bytes })
  app.sql(`UPDATE object SET status = 'staged', review_state = 'pending', index_state = 'none'`)
  // As an inspection and the recognition of one page would have left it.
  app.sql(`INSERT INTO object_inspection VALUES
    ('${objectId}', 'application/pdf', 3, NULL, 'The first sheet.', '[]', 0, NULL)`)
  const words = deflateRawSync(JSON.stringify([['second', 200, 100, 150, 40]]))
  const insert =
    'INSERT INTO word_boxes (object_id, page, width, height, words) VALUES (?, ?, ?, ?, ?)'
  app.store.raw.prepare(insert).run(objectId, 2, 850, 1100, words)

  await using ada = await openPerson(b, app)
  await ada.enters('/review', app.operator)
  await seesPage(ada, 1)
  await ada.page.keyboard.press('ArrowRight')
  await seesPage(ada, 2)
  assert.match(ada.page.url(), 'page=2')
  assert.equal(await axeFindings(ada.page), [])
  await ada.click('#candidate a')
  await ada.sees('You see this as a reviewer.')
  await seesPage(ada, 1)
  assert.equal(await axeFindings(ada.page), [])

  await using oskar = await openPerson(b, app)
  await oskar.enters(`/objects/${objectId}?page=3`, app.provider)
  await seesPage(oskar, 3)
  await oskar.press('Recognised words')
  await oskar.sees('No words were recognised on this page.')
  await oskar.page.keyboard.press('ArrowLeft')
  await seesPage(oskar, 2)
  await oskar.page.waitForSelector('.boxes rect')
  const placed = await oskar.page.evaluate(`(() => {
    const [sheet, box] = ['.picture img', '.boxes rect'].map((one) =>
      document.querySelector(one).getBoundingClientRect())
    return [(box.x - sheet.x) / sheet.width, (box.y - sheet.y) / sheet.height]
  })()`)
  const [across, down] = placed as [number, number]
  assert.ok(Math.abs(across - 200 / 850) < 0.02 && Math.abs(down - 100 / 1100) < 0.02, `${placed}`)
  assert.equal(await axeFindings(oskar.page), [])
  await oskar.page.setViewport({ width: 360, height: 740 })
  const wide = 'document.documentElement.scrollWidth > innerWidth'
  assert.is(await oskar.page.evaluate(wide), false)
  await seesFilm(oskar, await app.offer(film))
  ada.quiet()
  oskar.quiet()
})

/** Of H.264, of which the server draws nothing: the owner's browser does. */
async function seesFilm({ page, visit }: Person, id: string): Promise<void> {
  await visit(`/objects/${id}`)
  const isDrawn = `(() => {
    const film = document.querySelector('video')
    return film?.readyState > 1 && film.videoWidth > 0 && film.currentTime > 0
  })()`
  await page.waitForFunction(isDrawn, { polling: 100 })
  assert.equal(await axeFindings(page), [])
}

/** Its picture is there, and is said aloud. */
async function seesPage({ page }: Person, number: number): Promise<void> {
  const shown = `(() => {
    const img = document.querySelector('.leaves img')
    return img?.complete && img.naturalWidth > 0 && img.currentSrc.includes('/pages/${number}/')
  })()`
  await page.waitForFunction(shown, { polling: 100 })
  const said = await page.$eval('.leaves [role=status]', (it) => `${it.textContent}`)
  assert.is(said, `Page ${number} of 3`)
}
