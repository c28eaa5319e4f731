// The package for Debian is installed by dpkg over all of this machine, in a layer that is thrown
// away; then it is used as its operator would. KONTOR_TEST_FILE says which file is in it.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makeDeb } from '../../scripts/releasing/deb.ts'
import { testPackagedFile } from '../support/program.ts'
import '../support/sbin.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const file = testPackagedFile()

/**
 * On a file system of memory: a layer cannot lie on another layer. The catalogue of all manual
 * pages of this machine is not made anew each time: it would be two thirds of the work.
 */
const layer = `
set -e
cd "$0"
mount -t tmpfs layer layer
mkdir layer/up layer/work
mount -t overlay root -o lowerdir=/,upperdir=layer/up,workdir=layer/work root
cp old.deb new.deb root/tmp/
rm -f root/var/lib/man-db/auto-update
mount -t proc proc root/proc
mount --bind /dev root/dev
`

/** What an operator types, each with a line before it that tells where its answer begins. */
const steps = {
  install: 'dpkg -i /tmp/old.deb',
  user: 'getent passwd kontor | cut -d: -f6,7',
  start: `install -d -o kontor -g kontor -m 700 /var/lib/kontor
export KONTOR_DATA_DIR=/var/lib/kontor KONTOR_PORT=0 KONTOR_CACHE_DIR=/var/lib/kontor/cache
as="setpriv --reuid kontor --regid kontor --clear-groups"
$as kontor serve >/tmp/said 2>&1 &
for each in $(seq 600); do grep -qs 'listens on' /tmp/said && break; sleep 0.2; done
$as kontor top --once >/dev/null && echo healthy
kill $!; wait $!; echo "ended with $?"`,
  completion: `. /usr/share/bash-completion/completions/kontor
COMP_WORDS=(kontor led); COMP_CWORD=1; _kontor; echo "\${COMPREPLY[@]}"`,
  manual: 'zcat /usr/share/man/man1/kontor.1.gz | head -1',
  unit: `! command -v systemd-analyze >/dev/null ||
systemd-analyze verify --man=no /usr/lib/systemd/system/kontor.service 2>&1 | grep kontor.service`,
  upgrade: 'dpkg -i /tmp/new.deb',
  upgraded: 'dpkg-query -W kontor; ls /var/lib/kontor/kontor.db',
  remove: 'dpkg -r kontor',
  left: 'ls /usr/bin/kontor /usr/lib/systemd/system/kontor.service; ls /var/lib/kontor/kontor.db',
}
type Step = keyof typeof steps

test('dpkg installs it, it serves as its user, is completed, upgraded, removed', () => {
  using folder = temporaryFolder()
  makePackages(folder.path)
  const said = carriedOut(folder.path)
  if (said === undefined) return void console.log('\nno dpkg or no layer here: nothing was tried')
  assert.match(said('install'), 'Setting up kontor')
  assert.match(said('user'), '/var/lib/kontor:/usr/sbin/nologin')
  assert.is(said('start'), 'healthy\nended with 0')
  assert.is(said('completion'), 'ledger')
  assert.match(said('manual'), /^\.TH KONTOR 1/i)
  assert.is(said('unit'), '')
  assert.match(said('upgrade'), 'Setting up kontor (99.0.0)')
  assert.is(said('upgraded'), 'kontor\t99.0.0\n/var/lib/kontor/kontor.db')
  assert.match(said('remove'), 'Removing kontor')
  assert.equal(
    said('left')
      .split('\n')
      .filter((line) => !/No such file/.test(line)),
    ['/var/lib/kontor/kontor.db'],
  )
})

function makePackages(folder: string): void {
  for (const name of ['root', 'layer']) mkdirSync(join(folder, name))
  // Nobody starts the newer one.
  const newer = join(folder, 'newer')
  writeFileSync(newer, '#!/bin/sh\n')
  for (const [name, version, program] of [
    ['old', '1.0.0', file],
    ['new', '99.0.0', newer],
  ] as const) {
    const about = { version, arch: process.arch, written: dirname(file) }
    // The file of a test is hardly compressed, and making it small would be half of this test.
    const made = makeDeb({ ...about, file: program, out: folder, level: 0 })
    renameSync(made, join(folder, `${name}.deb`))
  }
}

/** What each step answered; undefined where this machine permits no layer. */
function carriedOut(folder: string): ((step: Step) => string) | undefined {
  const hasTools = spawnSync('sh', ['-c', 'command -v dpkg unshare setpriv']).status === 0
  const mayMount = () => spawnSync('unshare', ['--mount', 'sh', '-c', layer, folder]).status === 0
  if (process.getuid?.() !== 0 || !hasTools || !mayMount()) return undefined
  const lines = Object.entries(steps).map(([name, step]) => `echo '== ${name}'\n${step}`)
  const inside = [...lines, 'exit 0'].join('\n')
  const script = `${layer}exec chroot root bash -c "$1" 2>&1`
  const told = execFileSync('unshare', ['--mount', 'sh', '-c', script, folder, inside], {
    encoding: 'utf8',
  })
  return (step) => {
    const [, answer = ''] = told.split(new RegExp(`^== ${step}\\n`, 'm'))
    return (answer.split(/^== /m)[0] ?? '').trim()
  }
}

test.run()
