// What code of a hostile file could do if it ran: the same deeds behind each wall, and behind none.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openExtractRunner } from '../../../src/extract/extract-runner.ts'
import { openFilesMax } from '../../../src/extract/limits.ts'
import { callFilter } from '../../../src/extract/sandbox/call-filter.ts'
import { outerWall, spawnConfined, type Wall } from '../../../src/extract/sandbox/outer-wall.ts'
import { hostileReader } from '../../support/hostile-reader.ts'
import { openBytes } from '../../support/read-bytes.ts'
import { stubChild } from '../../support/stub-child.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const deedNames = ['secret', 'environ', 'control', 'server', 'outside', 'write', 'fork'] as const
type Results = Record<(typeof deedNames)[number], string>

/** A data folder with its key, a control socket and a server on every address of this machine. */
async function openHouse() {
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  mkdirSync(dir)
  writeFileSync(join(dir, 'secret.key'), 'a secret')
  const control = createServer((socket) => socket.end())
  const server = createServer((socket) => socket.end())
  await listening(control, join(dir, 'control.sock'))
  await listening(server, { port: 0, host: '0.0.0.0' })
  const { port } = server.address() as { port: number }
  const addresses = Object.values(networkInterfaces()).flatMap((some) => some ?? [])
  const outside = addresses.find(({ internal, family }) => !internal && family === 'IPv4')
  const place = { dir, port, parent: process.pid, outside: outside?.address ?? '127.0.0.2' }
  return {
    script: deedsAt(place),
    async [Symbol.asyncDispose]() {
      control.close()
      server.close()
      folder[Symbol.dispose]()
    },
  }
}

async function listening(server: Server, place: string | { port: number; host: string }) {
  server.listen(place)
  await once(server, 'listening')
}

/** Fills `results` with what stopped each deed, or `allowed`. */
function deedsAt(place: { dir: string; port: number; parent: number; outside: string }): string {
  return `
    const place = ${JSON.stringify(place)}
    const connect = async (to) => {
      const { connect } = await import('node:net')
      await new Promise((done, failed) => connect(to).on('connect', done).on('error', failed))
    }
    const deeds = {
      secret: async () => (await import('node:fs')).readFileSync(place.dir + '/secret.key'),
      environ: async () =>
        (await import('node:fs')).readFileSync('/proc/' + place.parent + '/environ'),
      control: () => connect({ path: place.dir + '/control.sock' }),
      server: () => connect({ port: place.port, host: '127.0.0.1' }),
      outside: () => connect({ port: place.port, host: place.outside }),
      write: async () => (await import('node:fs')).writeFileSync(place.dir + '/mark', ''),
      fork: async () => {
        const { spawnSync } = await import('node:child_process')
        const { error } = spawnSync(process.execPath, ['--version'])
        if (error) throw error
      },
    }
    for (const [name, deed] of Object.entries(deeds)) results[name] = await refusal(deed)`
}

/** The script where a reader of files is, behind the walls that the child has. */
async function byReader(script: string, { walled }: { walled: boolean }): Promise<Results> {
  using program = hostileReader(script)
  using open = openBytes({ bytes: 'a text', filename: 'a.txt' })
  const texts: string[] = []
  await openExtractRunner({ program: { ...program, walled } }).extract(
    { fd: open.fd, claims: open.claims },
    async (blocks) => void texts.push(...blocks.map((block) => block.text)),
  )
  return JSON.parse(texts.join(''))
}

/** The script in a process with all of Node's powers: what compiled code could do. */
async function byProcess<Told = Results>(
  script: string,
  wall: Wall | undefined,
  readable: readonly string[] = [],
): Promise<Told> {
  const code = `
    const results = {}
    const refusal = async (deed) => {
      try { await deed(); return 'allowed' } catch (error) { return error.code ?? error.name }
    }
    ${script}
    process.stdout.write(JSON.stringify(results))`
  const [file, args] = [process.execPath, ['--input-type=module', '-e', code]]
  const child = wall
    ? spawnConfined(wall, { file, args, env: {}, shown: { readable, system: true } }, [
        'ignore',
        'pipe',
      ])
    : spawn(file, args, { env: {}, stdio: ['ignore', 'pipe', 'ignore'] })
  assert.ok(child.stdout)
  return JSON.parse(await text(child.stdout))
}

type Standing = { spaces: Record<string, string> }

/** What the system says of the process that asks, and what stopped it from writing. */
function standingIn(shown: string): string {
  return `
    const { readFileSync, readlinkSync, writeFileSync } = await import('node:fs')
    const status = readFileSync('/proc/self/status', 'utf8')
    const said = (name) => status.match(new RegExp('^' + name + ':\\\\s*(.*)$', 'm'))[1]
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const most = (name) => limits.match(new RegExp('^Max ' + name + ' +(\\\\S+)', 'm'))[1]
    const names = ['user', 'ipc', 'pid', 'net', 'uts', 'mnt']
    const [, , , session] = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')
    const write = (folder) => refusal(() => writeFileSync(folder + '/mark', ''))
    Object.assign(results, {
      spaces: Object.fromEntries(names.map((one) => [one, readlinkSync('/proc/self/ns/' + one)])),
      leader: session !== '0',
      capabilities: ['CapEff', 'CapPrm', 'CapInh'].map((one) => said(one).replace(/^0+/, '')),
      confined: [said('NoNewPrivs'), said('Seccomp')],
      limits: ['core file size', 'file size', 'open files'].map(most),
      writing: { root: await write(''), shown: await write(${JSON.stringify(shown)}) },
    })`
}

function allowedIn(results: Results): string[] {
  assert.equal(Object.keys(results), [...deedNames])
  return deedNames.filter((name) => results[name] === 'allowed')
}

test('without a wall every deed is done', async () => {
  await using house = await openHouse()
  assert.equal(allowedIn(await byProcess(house.script, undefined)), [...deedNames])
})

test('behind Node’s permissions no deed is done', async () => {
  await using house = await openHouse()
  assert.equal(allowedIn(await byReader(house.script, { walled: false })), [])
})

test('behind all walls of this machine no deed is done', async () => {
  await using house = await openHouse()
  assert.equal(allowedIn(await byReader(house.script, { walled: true })), [])
})

const wall = await outerWall()
if ('missing' in wall) console.log(`    ${wall.missing}: its wall was not tried`)
else {
  test('behind bubblewrap alone no deed is done, by compiled code neither', async () => {
    await using house = await openHouse()
    const refused = 'EPERM'
    assert.equal(await byProcess(house.script, wall), {
      secret: 'ENOENT',
      environ: 'ENOENT',
      control: refused,
      server: refused,
      outside: refused,
      write: 'ENOENT',
      fork: refused,
    })
  })

  // Where the system lets no view of the processes in, a process cannot look at itself.
  if (wall.proc)
    test('behind bubblewrap nothing is shared with the machine, and nothing written', async () => {
      using folder = temporaryFolder()
      const script = standingIn(folder.path)
      const here = await byProcess<Standing>(script, undefined)
      const behind = await byProcess<Standing>(script, wall, [folder.path])
      const same = Object.keys(here.spaces).filter((one) => here.spaces[one] === behind.spaces[one])
      assert.equal(same, [])
      const { spaces: _, ...rest } = behind
      assert.equal(rest, {
        leader: true,
        capabilities: ['', '', ''],
        confined: ['1', '2'],
        limits: ['0', '0', String(openFilesMax)],
        writing: { root: 'EROFS', shown: 'EROFS' },
      })
    })
}

test('compiled code is not loaded into the child, whatever asks for it', async () => {
  using program = stubChild(`
    const refusal = (deed) => { try { deed(); return 'allowed' } catch (e) { return e.code } }
    say(begin)
    say(end(refusal(() => process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6'))))`)
  using open = openBytes({ bytes: 'x' })
  const { title } = await openExtractRunner({ program }).extract(
    { fd: open.fd, claims: open.claims },
    async () => {},
  )
  assert.is(title, 'ERR_DLOPEN_DISABLED')
})

const [allow, kill] = [0x7fff0000, 0x80000000]
const refuse = (error: number) => 0x00050000 + error

/** As the kernel runs it. */
function judged(filter: Buffer, call: { machine: number; number: number; flags?: number }): number {
  const data: Record<number, number> = { 0: call.number, 4: call.machine, 16: call.flags ?? 0 }
  let held = 0
  for (let at = 0; ; at++) {
    const code = filter.readUInt16LE(at * 8)
    const value = filter.readUInt32LE(at * 8 + 4)
    if (code === 0x06) return value
    if (code === 0x20) held = data[value] ?? 0
    else {
      const tests = { 21: held === value, 53: held >= value, 69: (held & value) !== 0 }
      at += filter.readUInt8(at * 8 + (tests[code as keyof typeof tests] ? 2 : 3))
    }
  }
}

test('the filter refuses sockets, processes and the kernel’s rarer doors, and nothing else', () => {
  const machines = [
    { arch: 'x64', machine: 0xc000003e, refused: [41, 42, 57, 101, 250, 321, 323, 425], clone: 56 },
    {
      arch: 'arm64',
      machine: 0xc00000b7,
      refused: [198, 203, 117, 219, 280, 282, 425],
      clone: 220,
    },
  ]
  for (const { arch, machine, refused, clone } of machines) {
    const filter = callFilter(arch)
    assert.ok(filter)
    const ask = (number: number, flags = 0) => judged(filter, { machine, number, flags })
    for (const number of refused) assert.is(ask(number), refuse(1), `${arch} ${number}`)
    assert.is(ask(435), refuse(38))
    assert.is(ask(clone), refuse(1))
    assert.is(ask(clone, 0x10000), allow)
    // Reading, writing, and calls of tomorrow.
    for (const number of arch === 'x64' ? [0, 1, 600] : [63, 64, 600]) assert.is(ask(number), allow)
    assert.is(judged(filter, { machine: 0x40000003, number: 0 }), kill)
  }
  assert.is(judged(callFilter('x64') as Buffer, { machine: 0xc000003e, number: 2 ** 30 }), kill)
  assert.is(callFilter('mips'), undefined)
})

test.run()
