import { plural } from '../../../i18n/plural.ts'

const count = plural('en')

/** Webhooks of all tenants, as whoever runs the platform sees them. */
export const en = {
  title: 'Deliveries of webhooks',
  hint: 'How it went, not what was sent: that, the whole address and the secret are the tenant’s.',
  state: 'State',
  states: { failed: 'Failed', waiting: 'Waiting', delivered: 'Taken', all: 'All' },
  deliveries: { failed: 'failed', waiting: 'waits', delivered: 'taken' },
  sent: 'What was sent',
  none: 'None of these',
  noneHint: 'What is over is kept for some days.',
  noneFailed: 'Nothing failed',
  noneFailedHint: 'What is not taken is tried again less and less often, for three days.',
  tries: (n: number, shown: string) => count(n, { one: '1 try', other: `${shown} tries` }),
  answered: (status: string) => `answered ${status}`,
  next: (when: string) => `next ${when}`,
  again: 'Send again',
  sentAgain: 'It is sent again',
  webhooks: (n: number, shown: string) =>
    count(n, { one: '1 webhook', other: `${shown} webhooks` }),
  which: 'Which webhooks',
  hooks: { all: 'All', active: 'Sending', paused: 'Paused', disabled: 'Given up' },
  hookStates: { active: 'sends', paused: 'paused', disabled: 'given up' },
  noWebhooks: 'No such webhook',
  noWebhooksHint: 'Tenants add them for programs of theirs.',
  reasons: {
    gone: 'It answered that it is gone for good.',
    not_answering: 'It has not answered for three days.',
    operator: 'Whoever runs the platform paused it.',
    maker_lost_rights: 'Who made it left, or may make none any more.',
  },
  hears: {
    all: 'hears of everything',
    some: (n: number, shown: string) =>
      count(n, { one: 'hears of 1 kind', other: `hears of ${shown} kinds` }),
  },
  since: (when: string) => `since ${when}`,
  its: 'What it was sent',
  pause: 'Pause',
  pauseTitle: (name: string) => `Pause the webhook of ${name}?`,
  pauseHint:
    'Nothing is sent to it. Nothing is lost for some days either. The tenant sees it in its log, ' +
    'and may go on by itself.',
  paused: 'The webhook is paused',
  goOn: 'Go on',
  goneOn: 'It goes on where it stopped',
  onlyTenant: (name: string) => `Of ${name} alone`,
  onlyWebhook: 'Of one webhook alone',
  everyone: 'Of all tenants',
}
