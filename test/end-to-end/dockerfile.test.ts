// What the Dockerfile says against what the program is. test/packaged/image.test.ts carries it out.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { targetOf } from '../../scripts/packaging/target.ts'
import {
  dockerfile,
  environmentOfImage,
  execForm,
  textsOf,
} from '../../scripts/releasing/image/dockerfile.ts'
import { version } from '../../src/app.ts'
import { describeSettings, readConfig } from '../../src/config.ts'
import { leanSettings } from '../support/lean-settings.ts'
import { command, kontor, runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const environment = environmentOfImage()
const names = dockerfile().map(({ name }) => name)

test('what is copied is the file that scripts/package makes, of this version', () => {
  const root = resolve(import.meta.dirname, '../..')
  const { version: packaged } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  assert.is(packaged, version)
  const sources = textsOf('COPY').map((text) => text.split(' ').at(-2))
  assert.equal(sources, [`kontor-${version}-${targetOf('linux-x64').name}`])
  assert.not.ok(names.includes('ADD'))
})

test('every builder makes it: none of its flags is known to BuildKit alone', () => {
  for (const { name, text } of dockerfile()) {
    const flags = [...text.matchAll(/(?:^|\s)--([a-z-]+)/g)].map(([, flag]) => flag)
    if (/^(COPY|ADD|FROM)$/.test(name)) assert.equal(flags, [], `${name} ${text}`)
    if (name === 'RUN') assert.not.match(text, /^--|<<-?['"]?[A-Z]/, text)
  }
})

test('nothing is fetched while it is made', () => {
  for (const step of textsOf('RUN')) {
    assert.not.match(step, /\b(apt|apt-get|curl|wget|npm|npx|pip|git|https?:)\b/)
  }
})

test('it runs as somebody without rights, who has the folders of the volumes for himself', () => {
  const [user = '', ...others] = textsOf('USER')
  assert.equal(others, [])
  assert.not.match(user, /^(root|0)(:|$)/)
  assert.ok(names.lastIndexOf('RUN') < names.indexOf('USER'), 'no step after it is root')
  const made = textsOf('RUN').join(' ')
  const [volume = ''] = textsOf('VOLUME')
  const kept = `install -d -o ${user} -g ${user} -m 700 `
  assert.match(made, `${kept}${volume} `)
  // A volume takes over the owner of the folder in its place: of one that is missing it is root.
  assert.match(made, `${kept}${volume} /backups`)
  assert.is(Number(/--uid (\d+)/.exec(made)?.[1]) > 1_000, true)
})

test('port, folder and settings are those of the program', () => {
  const settings = new Map(describeSettings().map((one) => [one.environment, one.default]))
  assert.is(textsOf('EXPOSE').join(), String(settings.get('KONTOR_PORT')))
  assert.is(environment.KONTOR_PORT, textsOf('EXPOSE').join())
  assert.is(environment.KONTOR_DATA_DIR, textsOf('VOLUME').join())
  const unknown = Object.keys(environment).filter((name) => !settings.has(name))
  assert.equal(unknown, ['KONTOR_CACHE_DIR'])
})

test('its command line is one that starts, and it ends by the signal that it is sent', () => {
  const [entry = [], command = []] = [textsOf('ENTRYPOINT'), textsOf('CMD')].map(([text = '']) =>
    execForm(text),
  )
  assert.equal(entry, ['kontor'])
  assert.equal(command, ['serve'])
  const config = readConfig({ environment })
  assert.equal([config.host, config.port, config.dataDir], ['0.0.0.0', 4200, '/data'])
  assert.equal(textsOf('STOPSIGNAL'), ['SIGTERM'])
})

test('its check of health passes while a server serves, and fails when none does', async () => {
  using folder = temporaryFolder()
  const [program, ...args] = execForm(textsOf('HEALTHCHECK')[0] ?? '')
  assert.is(program, 'kontor')
  const { KONTOR_CACHE_DIR: _, ...settings } = environment
  const here = { ...settings, KONTOR_DATA_DIR: folder.path }
  {
    await using server = await runServer({ dir: folder.path, settings: leanSettings })
    const { code, output } = await kontor(args, here)
    assert.is(code, 0, output)
    await server.stop()
  }
  const { code, output } = await command(args, here)
  assert.is(code, 2)
  assert.match(output, 'No server runs')
})

test.run()
