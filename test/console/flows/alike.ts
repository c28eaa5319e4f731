// From a hit to what is like it and back, and a question narrowed to a language.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson, type Person } from '../../support/console/person.ts'
import { openTestMeaning } from '../../support/open-test-meaning.ts'

flow(
  'a buyer goes from a hit to what is like it, and narrows a question by language',
  async (b) => {
    await using market = await openTestMeaning({ listed: ['A boiler', 'A violin'] })
    const { app, shelves, listed, buyer } = market
    const german = { text: 'Ein Boiler im Keller', lang: 'de' }
    await app.admin()
    await shelves.object(listed, ['A furnace', 'An orchestra', 'A boiler of brass', german])
    await app.settleVectors()
    await using ben = await openPerson(b, app)
    const { page } = ben
    await ben.enters('/search?q=boiler&mode=lexical', buyer)
    await ben.sees('3 passages')
    await ben.click('.facet-row ::-p-text(German)')
    await ben.sees('1 passage')
    assert.match(page.url(), /&lang=de/)
    assert.equal(await axeFindings(page), [])
    await ben.press('Clear all')
    await ben.sees('3 passages')
    await leadsOn(ben)
    await page.keyboard.press('j')
    await ben.sees('It counts as a search.')
    await ben.press('More like this')
    await ben.sees('like those of the one you chose')
    await ben.sees('A furnace')
    assert.match(page.url(), /\?q=boiler&mode=lexical&like=obj_/)
    assert.equal(await axeFindings(page), [])
    await ben.click('.facet-row ::-p-text(German)')
    await ben.sees('1 passage')
    assert.match(page.url(), /&like=obj_.*&lang=de/)
    await ben.press('Clear all')
    await ben.sees('A furnace')
    await ben.press('Back to the question')
    await ben.sees('3 passages')
    ben.quiet()
  },
)

/** Where nothing was found and nothing narrows it, the catalogue is the next step. */
async function leadsOn({ page, visit, sees }: Person): Promise<void> {
  await visit('/search?q=zzzzzzzz&mode=lexical')
  await sees('No passage matches')
  const offered = await page.$$eval('.empty a, .empty button', (all) =>
    all.map(({ textContent }) => textContent),
  )
  assert.equal(offered, ['Catalogue'])
  await visit('/search?q=boiler&mode=lexical')
  await sees('3 passages')
}
