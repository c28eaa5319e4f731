// scripts/release: makes dist/release-<version>/ out of what scripts/package makes.
//
//   kontor-<version>-linux-{x64,arm64}   the program, .xz of it, bill of materials (.cdx.json)
//   kontor_<version>_{amd64,arm64}.deb   the same for Debian and Ubuntu
//   kontor-<version>-oci/                an image of both, as a layout of OCI; with --base alone
//   release.json, NOTES.md, SHA256SUMS   what `kontor upgrade --check` reads; what is new; sums
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { emptied } from './packaging/pack.ts'
import { root, type Target, targetOf } from './packaging/target.ts'
import { makeRelease } from './releasing/make-release.ts'

const usage = `Usage: scripts/release [--target linux-x64]... [--since 120] [--base folder]
                       [--out folder]

Packages for each target (both without --target; minutes for each) and makes a release of them.
--since: the number of the last decision that the release before had; the notes begin after it.
--base: a folder with the packages of Debian that the image is made on, for each architecture;
  nothing is fetched for it:
    apt-get download base-files:A gcc-12-base:A libc6:A libgcc-s1:A libstdc++6:A
  for A = amd64 and arm64 (dpkg --add-architecture arm64 and apt-get update first).`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', multiple: true, default: ['linux-x64', 'linux-arm64'] },
      since: { type: 'string', default: '0' },
      base: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const out = emptied(values.out ?? join(root, `dist/release-${version}`))
  // The host's comes first: it writes the manual page that all have.
  const targets = values.target.map(targetOf).sort((a, b) => Number(b.isHost) - Number(a.isHost))
  const [first] = targets
  if (!first?.isHost) throw new Error('one --target has to be this machine: it writes kontor.1')
  const made = targets.map((target) => ({ target, dist: join(root, `dist/${target.name}`) }))
  for (const { target, dist } of made) packaged({ target, dist })
  const { base } = values
  const order = { made, version, since: Number(values.since), out, ...(base ? { base } : {}) }
  for (const said of await makeRelease(order)) console.log(said)
  return 0
}

function packaged({ target, dist }: { target: Target; dist: string }): void {
  const args = ['scripts/package.ts', '--target', target.name, '--out', dist]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`scripts/package --target ${target.name} failed, see above`)
}

process.exitCode = await main().catch((error: Error) => {
  console.error(`release: ${error.message}`)
  return 1
})
