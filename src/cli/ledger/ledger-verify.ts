import type { FolderCommand } from '../command.ts'

/** Recomputes the whole ledger: hashes, balances, sums, links against charges. */
export const ledgerVerify: FolderCommand = {
  name: 'ledger verify',
  needsFolder: true,
  summary: 'check every entry of the ledger',
  examples: ['kontor ledger verify', 'kontor ledger verify --since <head>'],
  options: {
    since: { type: 'string', help: 'only what came after this head', value: '<head>' },
  },
  async act(app, { since }) {
    const report =
      typeof since === 'string'
        ? await app.rooms.ledger.verifySince(since)
        : await app.verifyLedger()
    const { ok, transfers, events, head, problems } = report
    const counted = `${transfers} transfers and ${events} metered events`
    return {
      failed: !ok,
      lines: ok
        ? [`The ledger is in order: ${counted} checked.`, `Head: ${head}`]
        : [
            `The ledger is NOT in order (${counted} checked):`,
            ...problems.map(({ check, seq, message }) => `  ${check} ${seq ?? ''}: ${message}`),
          ],
      data: { ...report, accounts: app.rooms.ledger.balances() },
    }
  },
}
