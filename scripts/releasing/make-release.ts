import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, type Target } from '../packaging/target.ts'
import { examples, makeDeb } from './deb.ts'
import { makeImage } from './image/make-image.ts'
import { notesOf } from './notes.ts'

type Order = {
  /** The host's first: what its program wrote of itself is the same for all. */
  made: readonly { target: Target; dist: string }[]
  version: string
  since: number
  /** The folder with the packages that an image is made on. */
  base?: string
  out: string
}

/** Gathers a release in a folder. Gives what there is to say: what is missing, and why. */
export async function makeRelease(order: Order): Promise<string[]> {
  const { made, version, since, base, out } = order
  const said: string[] = []
  const written = made[0]?.dist ?? out
  for (const { target, dist } of made) {
    const name = `kontor-${version}-${target.name}`
    for (const end of ['', '.xz', '.cdx.json', '.manifest.json']) {
      if (existsSync(join(dist, name + end))) cpSync(join(dist, name + end), join(out, name + end))
      else said.push(`${name}${end} is not there: ${end === '.xz' ? 'no xz here' : 'not made'}`)
    }
    makeDeb({ file: join(out, name), written, version, arch: target.arch, out })
  }
  for (const name of ['THIRD-PARTY-NOTICES.txt', `kontor-client-${version}.tgz`]) {
    if (existsSync(join(written, name))) cpSync(join(written, name), join(out, name))
  }
  if (base === undefined) said.push('no image: --base names no folder with packages of Debian')
  else {
    const programs = made.map(({ target, dist }) => {
      return { arch: target.arch, file: join(dist, `kontor-${version}-${target.name}`) }
    })
    await makeImage({ programs, version, base, out: join(out, `kontor-${version}-oci`) })
  }
  cpSync(join(root, 'LICENSE'), join(out, 'LICENSE'))
  for (const folder of ['systemd', ...examples]) {
    cpSync(join(root, 'data', folder), join(out, folder), { recursive: true })
  }
  const decisions = readFileSync(join(root, 'src/DECISIONS.md'), 'utf8')
  writeFileSync(join(out, 'NOTES.md'), notesOf({ decisions, version, since }))
  const facts = { version, migrations: migrations() }
  writeFileSync(join(out, 'release.json'), `${JSON.stringify(facts, null, 2)}\n`)
  writeSums(out)
  return [...said, `${out}: ${readdirSync(out).length} files`]
}

/** By these a folder's owner knows what a start of the release would do to it. */
function migrations(): string[] {
  return readdirSync(join(root, 'src/store/migrations'))
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort()
}

function writeSums(out: string): void {
  const lines = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1))
    .sort()
    .map((name) => `${sha256Of(join(out, name))}  ${name}\n`)
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''))
}

function sha256Of(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
