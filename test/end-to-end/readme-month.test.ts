// What the manual shows of a closed month is run in a month that is over, on a server whose clock
// the test sets.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listenForCommands } from '../../src/cli/control.ts'
import { folderCommands } from '../../src/cli/folder-commands.ts'
import { kontorByHttp } from '../support/kontor-by-http.ts'
import { openTestSettled, settledMonth } from '../support/open-test-settled.ts'
import {
  examplesOf,
  helpers,
  isOfClosedMonth,
  readersPages,
  runExamples,
  steady,
} from '../support/readme.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const shownMonth = '2026-11'

test('the commands of a month that is over print what the manual shows', async () => {
  const examples = readersPages().flatMap(({ text }) => examplesOf(text).filter(isOfClosedMonth))
  assert.is(examples.length, 1)
  const [{ commands, shown } = { commands: '', shown: '' }] = examples
  using folder = temporaryFolder()
  await using shop = await openTestSettled()
  await shop.setAccount()
  await shop.windowOver()
  await using _control = await listenForCommands(shop, folderCommands)
  const environment = { KONTOR_DATA_DIR: shop.config.dataDir }
  await using asked = await kontorByHttp({ cwd: folder.path, environment })
  const inMonth = { commands: commands.replaceAll(shownMonth, settledMonth), shown }
  const [, printed = ''] = await runExamples({
    examples: [helpers(), inMonth],
    kontor: asked.kontor,
    cwd: folder.path,
    limitMs: 900_000,
    env: { KONTOR: shop.url, REVIEWER: shop.operator.token },
  })
  assert.is(steady(printed.replaceAll(settledMonth, shownMonth)), steady(shown))
})

test.run()
