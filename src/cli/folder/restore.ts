import { resolve } from 'node:path'
import { type BackupOrder, BackupRefused, type Ended, openApp, requireOwner } from '../../app.ts'
import type { Config } from '../../config.ts'
import { type FreeCommand, requireOption, type Values } from '../command.ts'
import { elsewhere, shown } from './backup.ts'
import { identityIn, secretsOption, signedBy, trustOf, watched } from './backup-order.ts'

/** Puts a backup into an empty data folder. */
export const restore: FreeCommand = {
  name: 'restore',
  summary: 'put a backup into an empty data folder',
  examples: [
    'kontor restore /srv/backups/kontor --data-dir /var/lib/kontor',
    'kontor restore /srv/backups/kontor/2026-11-21T05-00-00-000Z --identity key.txt',
    'kontor restore /srv/backups/kontor --revoke --data-dir /var/lib/kontor',
  ],
  stops: true,
  options: {
    from: { type: 'string', help: 'folder of backups, or one backup in it', value: '<file>' },
    identity: { type: 'string', help: 'age key file of an encrypted one', value: '<file>' },
    secrets: secretsOption,
    revoke: {
      type: 'boolean',
      help: 'end all sessions, API keys, invitations, codes, vouchers and links in it',
    },
  },
  operand: 'from',
  async run(config, values, io) {
    const dataDir = resolve(config().dataDir)
    requireOwner(dataDir)
    const restored = await watched(orderOf(config(), values), io)
    const { set, files, bytes, manifest, problems, signer, worksAgain } = restored
    const { counts, createdAt, version, ledgerHead } = manifest
    const ended = values.revoke === true ? await endedIn(config(), dataDir) : undefined
    const lines = [
      `Restored ${set} into ${dataDir}: ${files} files, ${bytes} bytes.`,
      `It was made ${createdAt} by version ${version}.`,
      `Tenants: ${counts.tenant}. People: ${counts.user}. Datasets: ${counts.dataset}. ` +
        `Uploads: ${counts.object}. Passages: ${counts.passage}.`,
      `Transfers: ${counts.transfer}. Head: ${ledgerHead}`,
      signedBy[signer],
      ...elsewhere(manifest),
      ...problems.map((problem) => `Was NOT in order when it was backed up: ${problem}.`),
      ...lackingIn(problems, config()),
      ...(ended ? saidOf(ended) : warningOf(worksAgain)),
      ...unpaidIn(worksAgain),
      `Check it with: kontor ledger verify --data-dir ${dataDir}`,
    ]
    const data = { data_dir: dataDir, set, files, bytes, signed_by: signer, ...shown(manifest) }
    const { statements, statementCredits: credits } = worksAgain
    const ends = { works_again: shownOf(worksAgain), ended: ended ? shownOf(ended) : null }
    const open = { ...ends, unpaid: { statements, credits } }
    if (values.json) io.out(JSON.stringify({ ...data, ...open }, null, 2))
    else for (const line of lines) io.out(line)
    return problems.length === 0 ? 0 : 1
  },
}

/** On the disk they are missing one by one; a bucket that lost them, too, is refused as a whole. */
function lackingIn(problems: readonly string[], { blobStores, dataDir }: Config): string[] {
  if (!problems.some((problem) => /^the bytes of .* are missing$/.test(problem))) return []
  const files = 'The files that were missing then are missing in it; all others are given.'
  if (blobStores.length === 1) return [files]
  return [
    `${files} Where the bucket of the settings is not the one of then, no file is given until: ` +
      `kontor blobs accept --data-dir ${resolve(dataDir)}`,
  ]
}

function orderOf(config: Config, values: Values): BackupOrder & { do: 'restore' } {
  return {
    do: 'restore',
    folder: requireOption(values, 'from'),
    dataDir: resolve(config.dataDir),
    identity: identityIn(values),
    trust: { ...trustOf(config, values), nearby: undefined },
    nowMs: Date.now(),
    revoke: values.revoke === true,
  }
}

type Unpaid = { statements: number; statementCredits: number }
type Open = Ended & { voucherCredits?: number }

/** It is ended with the first opening: what is open is known by then, and not taken for ended. */
async function endedIn(config: Config, dataDir: string): Promise<Ended | undefined> {
  const parts = { http: false, jobs: false, workers: false }
  try {
    await using app = await openApp(config, { parts })
    return app.ended
  } catch (error) {
    const why = (error as Error).message.replace(/ Nothing was changed\..*$/, '')
    throw new BackupRefused(
      `${dataDir} is restored, and NOT revoked: ${why} Whoever starts it, when that is mended, ` +
        'has what was open in the backup ended first.',
    )
  }
}

function countedIn(open: Open) {
  const { sessions, apiKeys, invitations, resetCodes, allowedPasswords } = open
  const { vouchers, voucherCredits, links } = open
  const worth = voucherCredits ? ` (${voucherCredits} credits)` : ''
  return (
    `sessions ${sessions}, API keys ${apiKeys}, invitations ${invitations}, ` +
    `reset codes ${resetCodes}, allowed passwords ${allowedPasswords}, ` +
    `vouchers ${vouchers}${worth}, single-use links ${links}`
  )
}

function warningOf(open: Open): string[] {
  return [
    'What happened after that moment is not in it: what was ended, redeemed or used since works ' +
      'again, and so do passwords and roles of then.',
    `Open in it: ${countedIn(open)}.`,
    'To end all of these, restore with --revoke.',
  ]
}

function saidOf(ended: Open): string[] {
  return [
    'What happened after that moment is not in it: passwords and roles are those of then.',
    `Ended: ${countedIn(ended)}.`,
    'New secrets sign: URLs for uploads and cursors of then are refused.',
  ]
}

/** What a bank has done nobody here can undo: it is said. */
function unpaidIn({ statements, statementCredits }: Unpaid): string[] {
  if (statements === 0) return []
  return [
    `Not paid in it: statements ${statements} (${statementCredits} credits). Whoever was paid ` +
      'since is paid again with the next batch: hold those statements first.',
  ]
}

function shownOf({ sessions, apiKeys, invitations, vouchers, links, ...passwords }: Open) {
  const { resetCodes: reset_codes, allowedPasswords: allowed_passwords } = passwords
  const access = { sessions, api_keys: apiKeys, invitations, reset_codes, allowed_passwords }
  return { ...access, vouchers, links }
}
