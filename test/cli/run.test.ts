// What somebody meets who does not know the commands yet: each refusal says what to type instead.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runCommand } from '../support/run-command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openHouses } from '../support/two-houses.ts'

const strange: [typed: string, says: string][] = [
  ['bakup', "there is no command 'bakup'. Try: kontor backup"],
  ['dotcor', "there is no command 'dotcor'. Try: kontor doctor"],
  ['tenant lits', "there is no command 'tenant lits'. Try: kontor tenant list"],
  ['key', "'key' wants one word more. Try: kontor key create, kontor key list, kontor key revoke"],
  ['review everything', "there is no command 'review everything'. Try: kontor review list,"],
  ['conquer', "there is no command 'conquer'. Try: kontor --help"],
  ['help conquer', "there is no command 'conquer'. Try: kontor --help"],
]
for (const [typed, says] of strange) {
  test(`kontor ${typed}: says what may have been meant`, async () => {
    const { code, out, err } = await runCommand({ args: typed.split(' ') })
    assert.equal([code, out], [2, []])
    assert.ok(err.join().startsWith(`kontor: ${says}`), err.join())
  })
}

test('help is given for a word, too', async () => {
  for (const args of [['help'], ['--help']]) {
    const { code, out } = await runCommand({ args })
    assert.equal([code, out[0]], [0, 'kontor: a private data marketplace in one process'])
  }
  const { code, out } = await runCommand({ args: ['help', 'key', 'create'] })
  assert.equal([code, out[0]], [0, 'kontor key create: make an API key for a tenant'])
})

test('a setting that is on is turned off by its flag', async () => {
  const { code, out, err } = await runCommand({ args: ['config', '--ocr=false', '--json'] })
  assert.equal([code, err], [0, []])
  assert.match(out.join(), '"ocr": false')
  const wrong = await runCommand({ args: ['config', '--ocr=perhaps'] })
  assert.is(wrong.code, 2)
  assert.match(wrong.err.join(), /--ocr\) cannot be "perhaps": true or false/)
})

test('what a setting is made of is shown in words', async () => {
  const roots = ['--import-roots', '/srv/in,/srv/acme=tnt_01m8fsepmb3rexk3pmjxnh1wt0']
  const { out } = await runCommand({ args: ['config', ...roots] })
  assert.ok(out.includes('importRoots: /srv/in, /srv/acme=tnt_01m8fsepmb3rexk3pmjxnh1wt0'))
  assert.not.match(out.join(), 'object Object')
})

test('a search node reads the settings in its own folder, and not those of a server', async () => {
  using folder = temporaryFolder()
  const here = process.cwd()
  process.chdir(folder.path)
  try {
    for (const [name, settings] of Object.entries({
      'kontor-data': { prot: 1 },
      'kontor-search-node': { searchNodeToken: 'too short' },
    })) {
      mkdirSync(name)
      writeFileSync(join(name, 'kontor.json'), JSON.stringify(settings))
    }
    const { code, err } = await runCommand({
      args: ['search-node', '--cell', 'http://127.0.0.1:1'],
    })
    assert.is(code, 2)
    assert.match(err.join(), 'KONTOR_SEARCH_NODE_TOKEN')
  } finally {
    process.chdir(here)
  }
})

const unclear: [typed: string[], says: string][] = [
  [['tenant', 'list', 'Ada'], "Unexpected argument 'Ada'. Try: kontor tenant list --help"],
  [['key', 'list', 'Ada', 'Ltd'], "Unexpected argument 'Ltd'. Try: kontor key list --help"],
  [['backup', ''], '--to is required.'],
  [['import', '', '--dataset', 'Reports'], '--folder is required.'],
  [['backup', 'a', '--to', 'b'], "--to is given twice: once as 'a'."],
  [['key', 'revoke', '--key', 'a', '--key', 'b'], '--key is given twice.'],
  [['config', '--ocr=false', '--ocr'], '--ocr is given twice.'],
  [['config', '--allowed-hosts', 'a.eu', '--allowed-hosts', 'b.eu'], '--allowed-hosts is given'],
]
for (const [typed, says] of unclear) {
  test(`kontor ${typed.map((word) => word || "''").join(' ')} is refused`, async () => {
    using folder = temporaryFolder()
    const place = ['--data-dir', join(folder.path, 'data')]
    const { code, err } = await runCommand({ args: [...typed, ...place] })
    assert.is(code, 2, err.join())
    assert.ok(err.join().startsWith(`kontor: ${says}`), err.join())
  })
}

test('a path that is too long for its socket is refused before anything listens', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'd'.repeat(96))
  const args = ['serve', '--port', '0', '--data-dir', dir, '--log-level', 'silent']
  const { code, out, err } = await runCommand({ args, stopped: 'SIGTERM' })
  assert.equal([code, out], [2, []])
  assert.match(err.join(), `KONTOR_DATA_DIR ${dir} is too long`)
})

test('who names nobody is told where the names are', async () => {
  using houses = await openHouses()
  const noTenant = await houses.run('key', 'list', '--tenant', 'Nobody')
  assert.equal(
    [noTenant.code, noTenant.err],
    [1, ['kontor: No such tenant. kontor tenant list shows them.']],
  )
  const noUser = await houses.run('erase', '--user', 'nobody@example.eu', '--yes')
  assert.equal(
    [noUser.code, noUser.err],
    [1, ['kontor: No such user. kontor user list shows them.']],
  )
})

test('tenant list has the names and ids that other commands ask for', async () => {
  using houses = await openHouses()
  const { tenants } = await houses.printed('tenant', 'list')
  assert.equal(
    tenants.map(({ name }: { name: string }) => name),
    ['Operator house', 'Provider house', 'Buyer house'],
  )
  const { out } = await houses.run('tenant', 'list')
  assert.is(out.length, 2 + tenants.length)
  for (const { tenant_id: id, name } of tenants) {
    assert.ok(
      out.some((line) => line.startsWith(id) && line.endsWith(name)),
      name,
    )
    assert.is((await houses.run('key', 'list', '--tenant', id)).code, 0)
  }
  assert.is((await houses.printed('tenant', 'list', '--limit', '1')).tenants.length, 1)
})

test('tenant list of a new folder says how the first comes', async () => {
  using folder = temporaryFolder()
  const place = ['--data-dir', join(folder.path, 'data'), '--log-level', 'silent']
  await runCommand({ args: ['init', ...place] })
  const { code, out } = await runCommand({ args: ['tenant', 'list', ...place] })
  assert.is(code, 0)
  assert.match(out.join(), 'There is no tenant yet')
})

const about: [typed: string, says: string][] = [
  ['user reset-password nobody@example.eu', '--password-file is required.'],
  ['user reset-second-factor nobody@example.eu', 'No such user.'],
  ['user allow-password nobody@example.eu', 'No such user.'],
  ['user add new@example.eu', '--password is required.'],
  ['key revoke key_01m8fsepmb3rexk3pmjxnh1wt0', 'No such API key.'],
  ['key list Nobody', 'No such tenant.'],
  ['key create Nobody', 'No such tenant.'],
  ['tenant suspend Nobody --reason unpaid', 'No such tenant.'],
  ['tenant lift Nobody', 'No such tenant.'],
  ['credits grant Nobody --credits 5 --reason gift', 'No such tenant.'],
  ['balance credit nobody@example.eu', 'No such user.'],
  ['review approve obj_01m8fsepmb3rexk3pmjxnh1wt0', 'No such object.'],
  ['review reject obj_01m8fsepmb3rexk3pmjxnh1wt0 --reason why', 'No such object.'],
  ['settle 2026-13', 'period must be a month'],
  ['ledger export 2026-10', '--out is required.'],
]
test('what a command is about is taken without the name of its option', async () => {
  using houses = await openHouses()
  for (const [typed, says] of about) {
    const { code, out, err } = await houses.run(...typed.split(' '))
    const said = [...out, ...err].join()
    assert.ok(code !== 0 && said.includes(says), `${typed}: ${said}`)
  }
})

test('what is required is said with where to read about it', async () => {
  using houses = await openHouses()
  const { code, err } = await houses.run('key', 'create')
  assert.equal([code, err], [2, ['kontor: --tenant is required. Try: kontor key create --help']])
})

for (const [setting, says] of [
  [
    'ocr-languages-dir',
    'OCR_LANGUAGES_DIR: The folder of languages /nowhere/at-all cannot be read (ENOENT).',
  ],
  ['asr-model', 'ASR_MODEL: /nowhere/at-all is not a folder.'],
  ['caption-model', 'CAPTION_MODEL: /nowhere/at-all is not a folder.'],
  ['embedding-model', 'EMBEDDING_MODEL: The embedding model /nowhere/at-all is not a folder.'],
] as const) {
  test(`serve: a folder that is not there is named in one line: --${setting}`, async () => {
    using folder = temporaryFolder()
    const own = ['--data-dir', folder.path, '--port', '0', '--log-level', 'silent']
    const args = ['serve', ...own, `--${setting}`, '/nowhere/at-all']
    const { code, out, err } = await runCommand({ args })
    assert.equal([code, out, err], [2, [], [`kontor: KONTOR_${says}`]])
  })
}

test.run()
