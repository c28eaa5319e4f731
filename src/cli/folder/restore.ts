import { resolve } from 'node:path'
import { type FreeCommand, requireOption } from '../command.ts'
import { elsewhere, shown } from './backup.ts'
import { identityIn, watched } from './backup-order.ts'

/** Puts a backup into an empty data folder. */
export const restore: FreeCommand = {
  name: 'restore',
  summary: 'put a backup into an empty data folder',
  examples: [
    'kontor restore /srv/backups/kontor --data-dir /var/lib/kontor',
    'kontor restore /srv/backups/kontor/2026-11-21T05-00-00-000Z --identity key.txt',
  ],
  options: {
    from: { type: 'string', help: 'folder of backups, or one backup in it', value: '<file>' },
    identity: { type: 'string', help: 'age key file of an encrypted one', value: '<file>' },
  },
  operand: 'from',
  async run(config, values, io) {
    const folder = requireOption(values, 'from')
    const dataDir = resolve(config().dataDir)
    const order = { do: 'restore' as const, folder, dataDir, identity: identityIn(values) }
    const { set, files, bytes, manifest, problems } = await watched(order, io)
    const { counts, createdAt, version, ledgerHead } = manifest
    const lines = [
      `Restored ${set} into ${dataDir}: ${files} files, ${bytes} bytes.`,
      `It was made ${createdAt} by version ${version}.`,
      `Tenants: ${counts.tenant}. People: ${counts.user}. Datasets: ${counts.dataset}. ` +
        `Uploads: ${counts.object}. Passages: ${counts.passage}.`,
      `Transfers: ${counts.transfer}. Head: ${ledgerHead}`,
      ...elsewhere(manifest),
      ...problems.map((problem) => `Was NOT in order when it was backed up: ${problem}.`),
      'What happened after that moment is not in it: single-use links can be used again.',
      `Check it with: kontor ledger verify --data-dir ${dataDir}`,
    ]
    if (values.json) {
      io.out(JSON.stringify({ data_dir: dataDir, set, files, bytes, ...shown(manifest) }, null, 2))
    } else for (const line of lines) io.out(line)
    return problems.length === 0 ? 0 : 1
  },
}
