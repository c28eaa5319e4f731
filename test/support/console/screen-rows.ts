// Each screen of the console: where it is, and which states it cannot be in.
import type { ScreenRow } from './walk-states.ts'

const id = '01k5w2q8m3n7p4r6s9t1v5x8yz'

const ofAForm = {
  empty: 'it lists nothing',
  many: 'it lists nothing',
  ended: 'nobody is logged in',
}
const ofOne = { empty: 'it shows one thing, which is there or refused' }

/** For whoever is not logged in; what asks for something is a form, and is looked at as one. */
export const outside: Readonly<Record<string, ScreenRow>> = {
  '/log-in': { at: '/log-in', isForm: true, never: ofAForm },
  '/join': { at: '/join', isForm: true, never: ofAForm },
  '/reset': { at: '/reset', isForm: true, never: ofAForm },
  '/confirm-email': { at: '/confirm-email', isForm: true, never: ofAForm },
  '/verify': {
    at: '/verify',
    never: {
      ...ofAForm,
      held: 'nothing is asked before a receipt is given (flows/buy.ts gives some)',
      refused: 'likewise',
      lost: 'likewise: what is checked is checked in the page',
    },
  },
}

export const buyers: Readonly<Record<string, ScreenRow>> = {
  '/search': { at: '/search?q=boiler' },
  '/catalog': { at: '/catalog', next: 'once providers list them' },
  '/catalog/:id': { at: `/catalog/dset_${id}`, never: ofOne },
  '/purchases': { at: '/purchases' },
  '/licences': { at: '/licences', next: 'Whoever owns a file' },
  '/spend': { at: '/spend' },
  '/connect': { at: '/connect?client_id=x&redirect_uri=y', never: ofOne },
  '/keys': { at: '/keys' },
  '/keys/:id': { at: `/keys/key_${id}`, never: ofOne },
}

export const providers: Readonly<Record<string, ScreenRow>> = {
  '/': { at: '/', next: 'Upload your first files' },
  '/data': { at: '/data' },
  '/data/:id': { at: `/data/dset_${id}` },
  '/data/:id/prices': { at: `/data/dset_${id}/prices`, never: ofOne },
  '/objects/:id': { at: `/objects/obj_${id}`, never: ofOne },
  '/uploads': { at: '/uploads' },
  '/import': { at: '/import', most: 5_000 },
  '/access': { at: '/access', next: 'Whoever asks for one of your restricted datasets' },
  '/earnings': { at: '/earnings', next: 'comes when a month' },
  '/earnings/:id': { at: `/earnings/stmt_${id}`, next: 'This month has no charges' },
  '/team': { at: '/team' },
  '/webhooks': { at: '/webhooks' },
  '/account': { at: '/account' },
}

export const operators: Readonly<Record<string, ScreenRow>> = {
  '/review': { at: '/review', next: 'New ones come here by themselves' },
  '/review/decided': { at: '/review/decided' },
  '/first-hour': { at: '/first-hour', never: { empty: 'there are always steps' } },
  '/health': { at: '/health' },
  '/jobs': { at: '/jobs', next: 'tried again by itself' },
  '/deliveries': { at: '/deliveries', next: 'is tried again less and less often' },
  '/metrics': {
    at: '/metrics',
    never: { empty: 'the question itself is counted' },
    most: 10_000,
  },
  '/storage': { at: '/storage', never: { empty: 'there is always a disk' }, most: 5_000 },
  '/logs': { at: '/logs', next: 'are not written at all' },
  '/index': { at: '/index', next: 'as soon as there are passages' },
  '/settings': { at: '/settings', never: { empty: 'there are always settings' } },
  '/settings/secrets': { at: '/settings/secrets', never: { empty: 'there is always one' } },
  '/support': { at: `/support?q=req_${id}`, next: 'it may be older' },
  '/tenants': { at: '/tenants' },
  '/tenants/:id': { at: `/tenants/tnt_${id}`, never: ofOne },
  '/taken-down': { at: '/taken-down', next: 'its id opens it' },
  '/people': { at: '/people', next: 'Look for the beginning' },
  '/people/:id': { at: `/people/usr_${id}`, never: ofOne },
  '/money': { at: '/money', next: 'No month is settled yet' },
  '/money/payouts': { at: '/money/payouts', next: 'Make one' },
  '/money/disputes': { at: '/money/disputes', next: 'contest the charge' },
  '/money/vouchers': { at: '/money/vouchers' },
  '/backups': { at: '/backups', next: 'Make one now' },
  '/audit': { at: '/audit', next: 'Take a filter away' },
}
