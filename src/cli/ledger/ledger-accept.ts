import { type FolderCommand, requireOption } from '../command.ts'

/** After a repair or a replica that was put back: what is there is right from now on. */
export const ledgerAccept: FolderCommand = {
  name: 'ledger accept',
  use: 'accept',
  summary: 'say that the database is right, after it was put back or mended by hand',
  examples: ['kontor ledger accept --reason "the replica of 05:12 was put back"'],
  options: {
    reason: { type: 'string', help: 'is written down in the log of deeds', value: '<text>' },
  },
  async act(app, values) {
    const reason = requireOption(values, 'reason')
    await app.acceptLedger(reason)
    return {
      lines: [
        'The tables were sealed as they are, and ledger.anchor was written anew.',
        'It is in the log of deeds (kontor audit). Chains and signatures are checked as ever:',
        'kontor ledger verify, kontor chain verify.',
      ],
      data: { reason },
    }
  },
}
