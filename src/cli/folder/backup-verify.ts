import { type FreeCommand, requireOption } from '../command.ts'
import { shown } from './backup.ts'
import { identityIn, secretsOption, signedBy, trustOf, watched } from './backup-order.ts'

/** Reads a backup from end to end and says whether it can be restored. */
export const backupVerify: FreeCommand = {
  name: 'backup verify',
  summary: 'check every byte of a backup',
  examples: [
    'kontor backup verify /srv/backups/kontor',
    'kontor backup verify /srv/backups/kontor --identity key.txt',
    'kontor backup verify /srv/backups/kontor --secrets /var/lib/kontor',
  ],
  stops: true,
  options: {
    from: { type: 'string', help: 'folder of backups, or one backup in it', value: '<file>' },
    secrets: secretsOption,
    identity: { type: 'string', help: 'age key file, to look inside', value: '<file>' },
  },
  operand: 'from',
  async run(config, values, io) {
    const folder = requireOption(values, 'from')
    const report = await watched(
      {
        do: 'verify',
        folder,
        of: config().dataDir,
        identity: identityIn(values),
        trust: trustOf(config(), values),
      },
      io,
    )
    const { set, files, bytes, isDatabaseChecked, problems, manifest, signer } = report
    const ok = problems.length === 0
    const inside = isDatabaseChecked
      ? `Transfers: ${manifest.counts.transfer}. Head: ${manifest.ledgerHead}`
      : 'It is encrypted: what is inside was not looked at (--identity).'
    const lines = ok
      ? [`${set} is whole: ${files} files, ${bytes} bytes.`, inside, signedBy[signer]]
      : [`${set} is NOT whole:`, ...problems.map((problem) => `  ${problem}`)]
    const data = {
      ok,
      set,
      files,
      bytes,
      database_checked: isDatabaseChecked,
      signed_by: signer,
      ...shown(manifest),
    }
    if (values.json) io.out(JSON.stringify({ ...data, problems }, null, 2))
    else for (const line of lines) io.out(line)
    return ok ? 0 : 1
  },
}
