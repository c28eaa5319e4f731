// In which language somebody is spoken to, and what a page looks like from right to left.
import * as assert from 'uvu/assert'
import { flawsOf } from '../../support/console/flaws.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson, type Person } from '../../support/console/person.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { untilSo } from '../../support/until.ts'

const parts = { jobs: false, workers: false }

async function speaks({ page }: Person, language: string): Promise<void> {
  const client = await page.createCDPSession()
  const userAgent = (await page.evaluate('navigator.userAgent')) as string
  await client.send('Network.setUserAgentOverride', { userAgent, acceptLanguage: language })
}

/** As whoever uses the menu does, whether it is open or not. */
async function choose({ page }: Person, tag: string): Promise<void> {
  await page.select('select:has(option[lang])', tag)
  await page.waitForFunction(`document.documentElement.lang === '${tag}'`, { polling: 50 })
}

const written = `[document.documentElement.lang, document.documentElement.dir].join(' ')`

flow(
  "a browser's language is spoken first, then the account's, and no other is loaded",
  async (b) => {
    await using app = await openTestApp({ parts })
    await app.admin()
    const ada = await app.signUp('Ada')
    await using person = await openPerson(b, app)
    const loaded: string[] = []
    person.page.on('request', (request) => {
      const tag = /\/a\/(ar|de|es|fr)-/.exec(request.url())?.[1]
      if (tag && !loaded.includes(tag)) loaded.push(tag)
    })
    await speaks(person, 'fr-CH,fr,en')
    await person.visit('/account')
    await person.sees('Une maison de commerce pour les données.')
    await person.logIn(ada.email)
    await person.sees('Où vous êtes connecté.')
    await person.sees('5,00\u00A0€')
    assert.is(await person.page.evaluate(written), 'fr ltr')
    assert.equal(loaded, ['fr'])
    await choose(person, 'es')
    await person.sees('Dónde tiene sesión iniciada.')
    assert.equal(loaded, ['fr', 'es'])
    // It is spoken at once; that the account hears of it is not waited for.
    await untilSo('the account has the language', async () => {
      const chosen = await app.call('GET', '/v1/me/notifications', { as: ada.token })
      return chosen.body.data.locale === 'es'
    })

    await using elsewhere = await openPerson(b, app)
    await elsewhere.visit('/account')
    await elsewhere.sees('A counting house')
    await elsewhere.logIn(ada.email)
    await elsewhere.sees('Dónde tiene sesión iniciada.')
    person.quiet()
    elsewhere.quiet()
  },
)

const mirrored = `(() => {
  const menu = [...document.querySelectorAll('nav')].find((it) => it.checkVisibility())
  const { left, right } = menu.getBoundingClientRect()
  const main = document.querySelector('main').getBoundingClientRect()
  const title = document.querySelector('main h1').getBoundingClientRect()
  return { menu: left >= main.right - 1 && right <= innerWidth + 1,
    title: main.right - title.right < title.left - main.left }
})()`

flow('in Arabic the page is mirrored, and nothing sticks out', async (b) => {
  await using app = await openTestApp({ parts })
  await app.admin()
  const ada = await app.signUp('Ada')
  await using person = await openPerson(b, app)
  const { page } = person
  await person.visit('/account')
  await person.logIn(ada.email)
  await person.sees('€5.00')
  await page.evaluate(`localStorage.setItem('kontor.locale', 'ar')`)
  for (const place of ['/', '/search', '/account', '/keys']) {
    await person.visit(place)
    await page.waitForSelector('main h1')
    await page.waitForSelector('main .skeleton', { hidden: true })
    assert.is(await page.evaluate(written), 'ar rtl')
    await person.sees('حساب Ada')
    await page.setViewport({ width: 1440, height: 900 })
    assert.equal(await page.evaluate(mirrored), { menu: true, title: true }, place)
    for (const width of [1440, 360]) {
      await page.setViewport({ width, height: 800 })
      assert.equal(await flawsOf(page), [], `${place} ${width}`)
    }
  }
  person.quiet()
})
