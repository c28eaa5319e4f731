// Completion and the manual come from the commands; bash itself says what it offers.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commands } from '../../src/cli/commands.ts'
import { describeSettings } from '../../src/config.ts'
import { runCommand } from '../support/run-command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

async function printed(...args: string[]): Promise<string> {
  const { code, out, err } = await runCommand({ args })
  assert.equal({ code, err }, { code: 0, err: [] })
  return `${out.join('\n')}\n`
}

/** What bash offers at the end of a line. */
function offered(script: string, typed: readonly string[]): string[] {
  return offeredAt(script, [typed])[0] ?? []
}

/** The same of several lines, each in a shell of its own. */
function offeredAt(script: string, lines: readonly (readonly string[])[]): string[][] {
  const asked = lines.map((typed) => {
    const line = typed.map((word) => `'${word}'`).join(' ')
    const words = `COMP_WORDS=(kontor ${line}); COMP_CWORD=${typed.length}`
    return `(${words}; _kontor; printf '%s\\n' "\${COMPREPLY[@]}"); printf '\\0'`
  })
  const ask = [script, ...asked].join('\n')
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', ask], { encoding: 'utf8' })
  assert.is(stderr, '')
  const found = stdout.split('\0').map((offers) => offers.split('\n').filter(Boolean))
  return found.slice(0, lines.length)
}

test('bash is offered every command', async () => {
  const script = await printed('completion', 'bash')
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] as string))]
  assert.equal(offered(script, ['']).sort(), [...firsts, '--help', '--version'].sort())
  const pairs = commands.map(({ name }) => name.split(' ')).filter(([, second]) => second)
  const found = offeredAt(
    script,
    pairs.map(([first = '']) => [first, '']),
  )
  for (const [at, [first, second = '']] of pairs.entries()) {
    assert.ok(found[at]?.includes(second), `${first} ${second}`)
  }
})

test('bash is offered the options of the command, and those of all', async () => {
  const script = await printed('completion', 'bash')
  const ofOpenapi = offered(script, ['openapi', '--'])
  for (const flag of ['--surface', '--json', '--data-dir'])
    assert.ok(ofOpenapi.includes(flag), flag)
  assert.not.ok(offered(script, ['serve', '--']).includes('--surface'))
  assert.ok(offered(script, ['key', 'create', '--']).includes('--help'))
  assert.equal(offered(script, ['openapi', '--surf']), ['--surface'])
})

test('bash completes the files of the folder after an option that names one', async () => {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, 'only.txt'), '')
  const script = await printed('completion', 'bash')
  const typed = ['serve', '--data-dir', join(folder.path, 'on')]
  assert.equal(offered(script, typed), [join(folder.path, 'only.txt')])
})

test('bash completes files where a command is about one', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'only.txt')
  writeFileSync(file, '')
  const script = await printed('completion', 'bash')
  const typed = join(folder.path, 'on')
  const about = [['import'], ['backup'], ['backup', 'verify'], ['tenant', 'import']]
  const others = [['serve'], ['key', 'revoke'], ['tenant']]
  const lines = [...about, ...others].map((words) => [...words, typed])
  assert.equal(offeredAt(script, lines), [...about.map(() => [file]), ...others.map(() => [])])
})

test('zsh, which reads the file at the first TAB, has that one answered', async () => {
  const zsh = await printed('completion', 'zsh')
  const last = zsh.trimEnd().split('\n').at(-1)
  assert.is(
    last,
    'if [[ $funcstack[1] == _kontor ]]; then _kontor "$@"; else compdef _kontor kontor; fi',
  )
  assert.match(zsh, /^ {4}backup\) .*'verify:[^\n]*\n {6}_describe command choices; _files;/m)
})

/** What fish itself offers at the end of a line. */
function offeredByFish(script: string, line: string): string[] {
  const ask = `source ${script}; complete -C ${JSON.stringify(line)}`
  const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', ask], { encoding: 'utf8' })
  assert.is(stderr, '')
  return stdout.split('\n').flatMap((shown) => shown.split('\t')[0] || [])
}

test('fish offers commands, options and files, where fish is', async () => {
  using folder = temporaryFolder()
  const script = join(folder.path, 'kontor.fish')
  const fish = await printed('completion', 'fish')
  writeFileSync(script, fish)
  assert.match(fish, /^complete -c kontor -F -n '__fish_seen_subcommand_from import'$/m)
  if (spawnSync('fish', ['--version']).error) {
    console.log('no fish here: its words alone')
    return
  }
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] as string))]
  assert.equal(offeredByFish(script, 'kontor ').sort(), firsts.sort())
  assert.equal(offeredByFish(script, 'kontor key ').sort(), ['create', 'list', 'revoke'])
  assert.ok(offeredByFish(script, 'kontor openapi --').includes('--surface'))
  assert.not.ok(offeredByFish(script, 'kontor serve --').includes('--surface'))
  assert.equal(offeredByFish(script, `kontor import ${folder.path}/ko`), [script])
  assert.equal(offeredByFish(script, `kontor serve ${folder.path}/ko`), [])
})

test('zsh and fish are told of every command and every setting', async () => {
  const zsh = await printed('completion', 'zsh')
  const fish = await printed('completion', 'fish')
  for (const { name, options } of commands) {
    const last = name.split(' ').at(-1) as string
    assert.ok(zsh.includes(`'${last}:`), name)
    assert.match(fish, new RegExp(` -a ${last} -d '`), name)
    for (const option of Object.keys(options)) {
      assert.ok(zsh.includes(`'--${option}[`), option)
      assert.ok(fish.includes(` -l ${option} `), option)
    }
  }
  for (const { flag } of describeSettings()) {
    assert.ok(zsh.includes(`'${flag}[`), flag)
    assert.match(fish, new RegExp(`^complete -c kontor -l ${flag.slice(2)} `, 'm'), flag)
  }
})

test('quotes in a help text end no word of the shells', async () => {
  const zsh = await printed('completion', 'zsh')
  const input = await printed('completion', 'bash')
  const { status, stderr } = spawnSync('bash', ['-n'], { input })
  assert.equal({ status, stderr: String(stderr) }, { status: 0, stderr: '' })
  // An even number: each that opens is closed.
  for (const line of zsh.split('\n')) {
    assert.is((line.replaceAll("'\\''", '').match(/'/g) ?? []).length % 2, 0, line)
  }
})

test('another shell is wrong usage', async () => {
  const { code, err } = await runCommand({ args: ['completion', 'tcsh'] })
  assert.is(code, 2)
  assert.match(err.join(), /--shell must be bash, zsh or fish/)
})

test('the manual names every command, option and setting', async () => {
  const manual = await printed('man')
  assert.match(manual, /^\.TH KONTOR 1 "" "kontor \d+\.\d+\.\d+"/)
  const plain = manual.replaceAll('\\-', '-')
  for (const { name, options } of commands) {
    assert.ok(plain.includes(`.SS ${name}\n`), name)
    for (const option of Object.keys(options)) assert.ok(plain.includes(`.B --${option}`), option)
  }
  for (const { flag, environment } of describeSettings()) {
    assert.ok(plain.includes(`.B ${flag}, ${environment}\n`), flag)
  }
})

test('no line of the manual begins with a dot that is none of a macro', async () => {
  const macros = /^\.(TH|SH|SS|B|I|RI|TP|PP|nf|fi)( |$)/
  for (const line of (await printed('man')).split('\n')) {
    if (/^[.']/.test(line)) assert.match(line, macros)
  }
})

test('--version prints the version alone', async () => {
  assert.match(await printed('--version'), /^\d+\.\d+\.\d+\n$/)
})

test.run()
