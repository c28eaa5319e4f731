// The pages for everybody in a real browser: light and dark, on a phone, nothing from elsewhere.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBrowser } from '../../support/browser.ts'
import { axeFindings } from '../../support/console/axe.ts'
import { openTestShop } from '../../support/open-test-shop.ts'
import { elsewhere, watch } from '../../support/watch-page.ts'

test('everybody can read them, in both colours and on a phone', async () => {
  const config = { publicSearch: true, publicName: 'The Heron Archive', publicColor: '#ffd400' }
  await using shop = await openTestShop({ config: { ...config, publicContact: 'desk@herons.eu' } })
  await shop.shelve(await shop.offer({ filename: 'herons.pdf' }), ['The heron stands in reeds.'])
  shop.sql(`UPDATE dataset SET monetization_mode = 'open', description = 'Forty years of notes.',
    tags = '["birds","wetland"]'`)
  const long = 'Protokoll_Transformatorstation_OPS-306_vollständig_mit_allen_Anlagen_2026.txt'
  const arabic = await shop.offer({ filename: long, bytes: Buffer.from('other') })
  await shop.shelve(arabic, ['تم فحص الغلاية (Boiler 7) في مارس 2026'])
  await using open = await openBrowser()
  const watched = await watch(await open.browser.newPage())
  const { page } = watched
  const dataset = `/public/datasets/${shop.datasetId}`
  for (const [path, colours, width] of [
    ['/public?q=heron&lang=de', 'light', 1280],
    ['/public?q=zeppelin', 'dark', 360],
    [`${dataset}?lang=fr`, 'dark', 1280],
    ['/public?lang=es', 'light', 360],
    ['/public?q=boiler', 'light', 320],
  ] as const) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colours }])
    await page.setViewport({ width, height: 800 })
    await page.goto(`${shop.url}${path}`)
    assert.equal(await axeFindings(page), [], `${path} ${colours}`)
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    assert.is(ground, colours === 'dark' ? 'rgb(27, 27, 26)' : 'rgb(255, 255, 255)')
    assert.is(await page.evaluate('document.documentElement.scrollWidth'), width, path)
  }
  const direction = 'getComputedStyle(document.querySelector("blockquote")).direction'
  assert.is(await page.evaluate(direction), 'rtl', 'a passage has the direction of its letters')
  assert.equal(watched.complaints, [])
  assert.equal(elsewhere(watched, shop.url), [])
})

test.run()
