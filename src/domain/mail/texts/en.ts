import type { Words } from './words.ts'

export const en: Words = {
  greeting: 'Hello,',
  invitation: (house) => ({
    subject: `Invitation to ${house}`,
    text: `You are invited to join “${house}”.`,
  }),
  reset: {
    subject: 'Another password',
    text: 'Somebody, probably you, asked for another password for this address.',
  },
  test: {
    subject: 'A test of mail',
    text: 'This letter shows that your server can send mail. There is nothing to do.',
  },
  verification: {
    subject: 'Is this your address?',
    text: 'An account has this address, or is to have it. Confirm that you read its mail.',
  },
  moved: {
    subject: 'Your account has another address',
    text:
      'The account that had this address has another one now. Was that not you? Then write ' +
      'at once to whoever runs this marketplace: they can end its sessions and lock it.',
  },
  offMarket: {
    'object.taken_down': (name) =>
      `Whoever runs this marketplace took the file “${name}” down. Nobody finds, reads or buys ` +
      'it, and who bought a licence cannot fetch it meanwhile.',
    'object.restored': (name) => `The file “${name}” is back: found, read and sold as before.`,
    'dataset.suspended': (name) =>
      `Whoever runs this marketplace suspended the dataset “${name}”. Nobody finds any of its ` +
      'files, yourselves included, and it takes no uploads.',
    'dataset.resumed': (name) =>
      `The dataset “${name}” is no longer suspended. It is what it was before.`,
    'tenant.suspended': (name) =>
      `Whoever runs this marketplace suspended “${name}”. Its people and keys are let in to ` +
      'nothing, and what it offers is not for sale. Files, balance and keys stay as they are.',
    'tenant.resumed': (name) => `“${name}” is no longer suspended. All is as it was before.`,
  },
  filesOffMarket: (count) => `${count} files were taken down or are back`,
  reason: 'Reason',
  contest: 'Is that a mistake, or do you have questions? Write to whoever runs this marketplace.',
  code: 'Code',
  link: 'Address',
  validUntil: (time) => `Valid once, until ${time}.`,
  ignore: 'If you did not expect this, do nothing: nothing changes then.',
  news: (count) => (count === 1 ? 'One thing happened' : `${count} things happened`),
  daily: 'What happened today',
  more: (count) => `and ${count} more`,
  stop: 'No more of these letters',
  events: {
    'object.uploaded': 'A file was uploaded and waits for its review',
    'object.approved': 'A file was approved',
    'object.rejected': 'A file was rejected',
    'object.expired': 'A file was not reviewed in time',
    'object.indexed': 'A file can be found',
    'object.failed': 'A file could not be read',
    'object.deleted': 'A file was deleted',
    'object.taken_down': 'A file was taken down',
    'object.restored': 'A file that was taken down is back',
    'dataset.deleted': 'A dataset was deleted',
    'dataset.suspended': 'A dataset was suspended',
    'dataset.resumed': 'A dataset is no longer suspended',
    'tenant.suspended': 'Your house was suspended',
    'tenant.resumed': 'Your house is no longer suspended',
    'dataset.access_requested': 'Somebody asks for access to a dataset',
    'dataset.access_decided': 'A request for access was decided',
    'dataset.access_ended': 'Your access to a dataset has ended',
    'download.sold': 'A file was sold',
    'licence.sold': 'A licence was sold',
    'credits.low': 'The balance is low',
    'allowance.spent': 'The searches of this month are used up',
    'key.created': 'An API key was made',
    'key.revoked': 'An API key ended',
    'member.joined': 'Somebody joined',
    'member.second_factor_changed': 'A second factor was changed',
    'statement.ready': 'The statement of a month is ready',
    'payout.paid': 'A payout was paid',
    'dispute.opened': 'A charge was disputed',
    'review.waiting': 'A file waits for your review',
    'review.expiring': 'A file will soon not be reviewed in time',
    'import.finished': 'A folder of the server was imported',
    'watch.failed': 'A watched folder cannot be read',
    'backup.failed': 'A backup failed',
    'doctor.problem': 'Something is wrong with the server',
    'doctor.solved': 'Something is in order again',
    'webhook.disabled': 'A webhook was switched off',
  },
}
