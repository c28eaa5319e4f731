import { join, resolve } from 'node:path'
import { type App, BackupRefused, backupInThread } from '../../app.ts'
import {
  type FolderCommand,
  type Outcome,
  requireOption,
  UsageError,
  type Values,
  type Watch,
} from '../command.ts'

/** Copies everything that a server needs into a folder, while a server runs or while none does. */
export const backup: FolderCommand = {
  name: 'backup',
  use: 'copy',
  anySchema: true,
  summary: 'copy the database, the files and the secrets into a folder',
  examples: [
    'kontor backup /srv/backups/kontor',
    'kontor backup --to /mnt/nas/kontor --keep 30',
    'kontor backup /srv/backups/kontor --encrypt-to age1…',
    'kontor backup verify /srv/backups/kontor',
  ],
  stops: true,
  options: {
    to: { type: 'string', help: 'folder outside of the data folder', value: '<file>' },
    'encrypt-to': {
      type: 'string',
      help: 'age recipient (age1…) instead of --backup-recipient; none: not encrypted',
      value: '<recipient>',
    },
    keep: {
      type: 'string',
      help: 'remove all but so many (all are kept; in --backup-dir as --backup-keep says)',
      value: '<n>',
    },
    verify: { type: 'boolean', help: 'read it all again and compare when it is made' },
    'copy-model': { type: 'boolean', help: "copy the operator's embedding model, too" },
  },
  operand: 'to',
  async act(app, values, watch) {
    const folder = folderOf(app, values)
    const asked = {
      folder,
      recipient: recipientOf(app, { folder, values }),
      keep: keepOf(values) ?? scheduledKeep(app, folder),
      copyModel: values['copy-model'] === true,
    }
    const made = await app.backups.make(asked, watch)
    const { set, manifest, copiedBlobs, copiedBytes, removedSets, foreignSets } = made
    const { blobs, counts, ledgerHead } = manifest
    const problems = values.verify === true ? await verified(app, set, watch) : manifest.problems
    return {
      failed: problems.length > 0,
      lines: [
        `Backed up to ${set}.`,
        manifest.recipient === null ? 'NOT encrypted.' : `Encrypted to ${manifest.recipient}.`,
        `Files of datasets: ${blobs.length}, of which ${copiedBlobs} were new ` +
          `(${copiedBytes} bytes).`,
        `Transfers: ${counts.transfer}. Head: ${ledgerHead}`,
        ...removedSets.map((name) => `Removed: ${name}`),
        ...(foreignSets > 0
          ? [`Left: ${foreignSets} backups that this installation did not make.`]
          : []),
        ...elsewhere(manifest),
        ...problems.map((problem) => `NOT in order: ${problem}.`),
      ],
      data: {
        set,
        copied_blobs: copiedBlobs,
        copied_bytes: copiedBytes,
        ...shown(manifest),
        problems,
      },
    } satisfies Outcome
  },
}

async function verified({ config }: App, folder: string, watch?: Watch): Promise<string[]> {
  const order = { do: 'verify' as const, folder, of: config.dataDir, identity: undefined }
  return (await backupInThread(order, watch)).problems
}

function folderOf({ config }: App, values: Values): string {
  if (values.to === undefined && config.backupDir !== undefined) return config.backupDir
  return requireOption(values, 'to')
}

/** Where the settings say that backups are encrypted, a plain one has to be asked for. */
function recipientOf(app: App, { folder, values }: { folder: string; values: Values }) {
  const meant = values['encrypt-to']
  // A server that carries it out has its own settings, and the one of the command was meant.
  const asked = meant ?? values['backup-recipient'] ?? app.config.backupRecipient
  if (typeof asked === 'string' && asked !== 'none') return asked
  if (meant === undefined) refuseBesideEncrypted(app, folder)
  return null
}

/** Who encrypted the last one would not see that this one, without the same settings, is not. */
function refuseBesideEncrypted({ backups }: App, folder: string): void {
  const last = backups.lastIfEncrypted(folder)
  if (last === undefined) return
  throw new BackupRefused(
    `${join(folder, last)} is encrypted, and this one would not be. Give --encrypt-to age1… ` +
      '(or KONTOR_BACKUP_RECIPIENT, as the server has it), or --encrypt-to none.',
  )
}

function scheduledKeep({ config }: App, folder: string): number | null {
  const { backupDir, backupKeep } = config
  return backupDir !== undefined && resolve(backupDir) === resolve(folder) ? backupKeep : null
}

function keepOf({ keep }: Values): number | null {
  if (keep === undefined) return null
  if (/^[1-9]\d{0,4}$/.test(String(keep))) return Number(keep)
  throw new UsageError('--keep must be a whole number from 1 to 99999.')
}

type Manifest = Awaited<ReturnType<App['backups']['make']>>['manifest']

/** What the operator has to keep besides. */
export function elsewhere({ masterKeyElsewhere, model }: Manifest): string[] {
  return [
    ...(masterKeyElsewhere === null
      ? []
      : [`The master key is NOT in it: it was given from outside (${masterKeyElsewhere}).`]),
    ...(model === null ? [] : [`The embedding model ${model} is NOT in it (--copy-model).`]),
  ]
}

/** A manifest for `--json`, without its thousands of files. */
export function shown(manifest: Manifest) {
  return {
    created_at: manifest.createdAt,
    version: manifest.version,
    encrypted: manifest.recipient !== null,
    blobs: manifest.blobs.length,
    counts: manifest.counts,
    ledger_head: manifest.ledgerHead,
    problems: manifest.problems,
  }
}
