import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import compare from 'semver/functions/compare.js'
import valid from 'semver/functions/valid.js'
import { appliedMigrations, version } from '../../app.ts'
import { type FreeCommand, requireOption, UsageError } from '../command.ts'

/** Looks at releases that somebody has put into a folder. It asks no other machine. */
export const upgrade: FreeCommand = {
  name: 'upgrade',
  summary: 'say whether a newer release is there, and what it does',
  examples: [
    'kontor upgrade --check --from /srv/releases',
    'kontor upgrade --check --from /srv/releases --data-dir /var/lib/kontor --json',
  ],
  options: {
    check: { type: 'boolean', help: 'only look, and change nothing; there is nothing else yet' },
    from: { type: 'string', value: '<folder>', help: 'one release, or a folder of several' },
  },
  async run(config, values, io) {
    if (values.check !== true) {
      throw new UsageError('Say --check. It tells what to do; kontor does not replace itself.')
    }
    const from = requireOption(values, 'from')
    const found = await newestIn(from)
    if ('problem' in found) {
      if (values.json) io.out(JSON.stringify(found, null, 2))
      else io.err(`kontor: ${found.problem}`)
      return 1
    }
    const { dataDir } = config()
    const isNewer = compare(found.version, version) > 0
    const pending = isNewer ? pendingOf(found, dataDir) : []
    const data = { version, found: found.version, is_newer: isNewer, file: found.file, pending }
    if (values.json) io.out(JSON.stringify(data, null, 2))
    else for (const line of linesOf({ found, isNewer, pending, dataDir })) io.out(line)
    return 0
  },
}

type Release = { version: string; migrations: string[]; folder: string }
type Found = Release & { file: string }
type Checked = { found: Found; isNewer: boolean; pending: string[]; dataDir: string }

/** The newest one, once its sums hold of what is read of it. */
async function newestIn(from: string): Promise<Found | { problem: string }> {
  const newest = releasesIn(from)
    .sort((a, b) => compare(a.version, b.version))
    .at(-1)
  if (newest === undefined) {
    return { problem: `there is no release in ${from}: a release has release.json and SHA256SUMS` }
  }
  const name = `kontor-${newest.version}-${process.platform}-${process.arch}`
  for (const each of ['release.json', name]) {
    const problem = await problemOf(join(newest.folder, each))
    if (problem) return { problem: `${problem} Get the release again, and install nothing of it.` }
  }
  return { ...newest, file: join(newest.folder, name) }
}

function releasesIn(from: string): Release[] {
  if (!existsSync(from)) return []
  const inside = readdirSync(from, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [from, ...inside.map(({ name }) => join(from, name))].flatMap((folder) => {
    const file = join(folder, 'release.json')
    if (!existsSync(file)) return []
    try {
      const { version, migrations } = JSON.parse(readFileSync(file, 'utf8'))
      return valid(version) && Array.isArray(migrations) ? [{ version, migrations, folder }] : []
    } catch {
      return []
    }
  })
}

async function problemOf(file: string): Promise<string | undefined> {
  const name = basename(file)
  const sums = join(dirname(file), 'SHA256SUMS')
  const lines = existsSync(sums) ? readFileSync(sums, 'utf8').split('\n') : []
  const wanted = lines.find((line) => line.endsWith(`  ${name}`))?.split(' ')[0]
  if (wanted === undefined) return `${sums} does not name ${name}.`
  if (!existsSync(file)) return `${file} is not there.`
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex') === wanted ? undefined : `${file} is not what SHA256SUMS names.`
}

function pendingOf({ migrations }: Release, dataDir: string): string[] {
  if (!existsSync(join(dataDir, 'kontor.db'))) return []
  const applied = new Set(appliedMigrations(dataDir))
  return migrations.filter((name) => !applied.has(name))
}

function linesOf({ found, isNewer, pending, dataDir }: Checked): string[] {
  if (!isNewer) return [`This is ${version}; the newest there is ${found.version}: nothing to do.`]
  const schema =
    pending.length === 0
      ? `No migration is needed on ${dataDir}.`
      : `A start of it carries out ${pending.length} migrations on ${dataDir}:`
  return [
    `This is ${version}; ${found.version} is there, and its sums hold.`,
    schema,
    ...pending.map((name) => `  ${name}`),
    'What is new: NOTES.md beside it. To upgrade:',
    '  kontor backup <folder>',
    `  install -m 755 ${found.file} /usr/local/bin/kontor   (or dpkg -i the .deb beside it)`,
    '  systemctl restart kontor',
  ]
}
