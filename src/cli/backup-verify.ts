import { readFileSync } from 'node:fs'
import { backupInThread } from '../app.ts'
import { shown } from './backup.ts'
import { type FreeCommand, requireOption, UsageError, type Values } from './command.ts'

/** Reads a backup from end to end and says whether it can be restored. */
export const backupVerify: FreeCommand = {
  name: 'backup verify',
  summary: 'check every byte of a backup',
  examples: [
    'kontor backup verify /srv/backups/kontor',
    'kontor backup verify /srv/backups/kontor --identity key.txt',
  ],
  options: {
    from: { type: 'string', help: 'folder of backups, or one backup in it', value: '<file>' },
    identity: { type: 'string', help: 'age key file, to look inside', value: '<file>' },
  },
  operand: 'from',
  async run(_config, values, io) {
    const folder = requireOption(values, 'from')
    const report = await backupInThread({ do: 'verify', folder, identity: identityIn(values) })
    const { set, files, bytes, isDatabaseChecked, problems, manifest } = report
    const ok = problems.length === 0
    const inside = isDatabaseChecked
      ? `Transfers: ${manifest.counts.transfer}. Head: ${manifest.ledgerHead}`
      : 'It is encrypted: what is inside was not looked at (--identity).'
    const lines = ok
      ? [`${set} is whole: ${files} files, ${bytes} bytes.`, inside]
      : [`${set} is NOT whole:`, ...problems.map((problem) => `  ${problem}`)]
    const data = { ok, set, files, bytes, database_checked: isDatabaseChecked, ...shown(manifest) }
    if (values.json) io.out(JSON.stringify({ ...data, problems }, null, 2))
    else for (const line of lines) io.out(line)
    return ok ? 0 : 1
  },
}

/** The text of the key file. Throws UsageError. */
export function identityIn({ identity }: Values): string | undefined {
  if (typeof identity !== 'string') return undefined
  try {
    return readFileSync(identity, 'utf8')
  } catch {
    throw new UsageError(`--identity ${identity} cannot be read.`)
  }
}
