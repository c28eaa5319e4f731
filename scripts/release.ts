// scripts/release: makes dist/release-<version>/ out of what scripts/package makes.
//
//   kontor-<version>-linux-{x64,arm64}   the program, .xz of it, bill of materials (.cdx.json)
//   kontor_<version>_{amd64,arm64}.deb   the same for Debian and Ubuntu
//   kontor-<version>-<target>-oci/       an image layout, for the machine that makes it alone
//   release.json, NOTES.md, SHA256SUMS   what `kontor upgrade --check` reads; what is new; sums
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { emptied } from './packaging/pack.ts'
import { root, type Target, targetOf } from './packaging/target.ts'
import { makeRelease } from './releasing/make-release.ts'

const usage = `Usage: scripts/release [--target linux-x64]... [--since 120] [--out folder]

Packages for each target (both without --target; minutes for each) and makes a release of them.
--since: the number of the last decision that the release before had; the notes begin after it.`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', multiple: true, default: ['linux-x64', 'linux-arm64'] },
      since: { type: 'string', default: '0' },
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
  const made = targets.map((target) => ({ target, dist: join(root, `dist/${target.name}`) }))
  for (const { target, dist } of made) packaged({ target, dist })
  for (const said of await makeRelease({ made, version, since: Number(values.since), out })) {
    console.log(said)
  }
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
