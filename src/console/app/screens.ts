import { operatorScreens } from './operate/operator-screens.ts'
import type { Screen } from './screen.ts'
import { isOperator, may, me } from './session.ts'

const everybody = () => true
const manages = () => me.value?.roles.some((role) => role === 'owner' || role === 'admin') ?? false
const sells = () => may('datasets:write') || may('objects:write')

/** Every screen there is, in the order of the menu; each is fetched when it is asked for. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    load: async () => (await import('../screens/overview/overview.tsx')).Overview,
    place: { name: 'overview', group: 'home', icon: 'home', isOpen: () => may('usage:read') },
  },
  {
    path: '/search',
    load: async () => (await import('../screens/search/search.tsx')).Search,
    place: {
      name: 'search',
      group: 'buy',
      icon: 'search',
      isOpen: () => may('search:query'),
    },
  },
  {
    path: '/catalog',
    load: async () => (await import('../screens/catalog/catalog.tsx')).Catalog,
    place: { name: 'catalog', group: 'buy', icon: 'shop', isOpen: () => may('datasets:read') },
  },
  {
    path: '/catalog/:id',
    load: async () => (await import('../screens/catalog/catalog-dataset.tsx')).CatalogDataset,
  },
  {
    path: '/purchases',
    load: async () => (await import('../screens/purchases/purchases.tsx')).Purchases,
    place: {
      name: 'purchases',
      group: 'buy',
      icon: 'receipt',
      isOpen: () => may('billing:read'),
    },
  },
  {
    path: '/licences',
    load: async () => (await import('../screens/licences/licences.tsx')).Licences,
    place: { name: 'licences', group: 'buy', icon: 'seal', isOpen: everybody },
  },
  {
    path: '/spend',
    load: async () => (await import('../screens/spend/spend.tsx')).Spend,
    place: { name: 'spend', group: 'buy', icon: 'chart', isOpen: () => may('usage:read') },
  },
  {
    path: '/keys',
    load: async () => (await import('../screens/keys/keys.tsx')).Keys,
    place: { name: 'keys', group: 'buy', icon: 'key', isOpen: () => may('keys:write') },
  },
  {
    path: '/keys/:id',
    load: async () => (await import('../screens/keys/key.tsx')).KeyScreen,
  },
  {
    path: '/connect',
    load: async () => (await import('../screens/connect/connect.tsx')).Connect,
  },
  {
    path: '/verify',
    load: async () => (await import('../screens/verify/verify.tsx')).Verify,
    isPublic: true,
    place: { name: 'verify', group: 'buy', icon: 'shield', isOpen: everybody },
  },
  {
    path: '/data',
    load: async () => (await import('../screens/datasets/datasets.tsx')).Datasets,
    place: { name: 'datasets', group: 'sell', icon: 'data', isOpen: sells },
  },
  {
    path: '/data/:id',
    load: async () => (await import('../screens/operate/off-market/any-dataset.tsx')).AnyDataset,
  },
  {
    path: '/data/:id/prices',
    load: async () => (await import('../screens/prices/prices.tsx')).Prices,
  },
  {
    path: '/objects/:id',
    load: async () => (await import('../screens/object/object.tsx')).ObjectScreen,
  },
  {
    path: '/uploads',
    load: async () => (await import('../screens/uploads/uploads.tsx')).Uploads,
    place: { name: 'uploads', group: 'sell', icon: 'upload', isOpen: () => may('objects:write') },
  },
  {
    path: '/import',
    load: async () => (await import('../screens/imports/imports.tsx')).Imports,
    place: { name: 'imports', group: 'sell', icon: 'folder', isOpen: () => may('objects:write') },
  },
  {
    path: '/access',
    load: async () => (await import('../screens/access/access.tsx')).Access,
    place: { name: 'access', group: 'sell', icon: 'lock', isOpen: () => may('datasets:write') },
  },
  {
    path: '/earnings',
    load: async () => (await import('../screens/earnings/earnings.tsx')).Earnings,
    place: {
      name: 'earnings',
      group: 'sell',
      icon: 'coin',
      isOpen: () => may('datasets:write') && may('billing:read'),
    },
  },
  {
    path: '/earnings/:id',
    load: async () => (await import('../screens/statement/statement.tsx')).StatementScreen,
  },
  {
    path: '/review',
    load: async () => (await import('../screens/review/review.tsx')).Review,
    isOperators: true,
    place: { name: 'review', group: 'operate', icon: 'review', isOpen: () => isOperator.value },
  },
  {
    path: '/review/decided',
    load: async () => (await import('../screens/review/decided.tsx')).Decided,
    isOperators: true,
  },
  ...operatorScreens,
  {
    path: '/log-in',
    load: async () => (await import('../screens/log-in/log-in.tsx')).LogInPlace,
    isPublic: true,
  },
  {
    path: '/join',
    load: async () => (await import('../screens/join/join.tsx')).Join,
    isPublic: true,
  },
  {
    path: '/team',
    load: async () => (await import('../screens/team/team.tsx')).Team,
    place: { name: 'team', group: 'self', icon: 'people', isOpen: everybody },
  },
  {
    path: '/webhooks',
    load: async () => (await import('../screens/webhooks/webhooks.tsx')).Webhooks,
    place: { name: 'webhooks', group: 'self', icon: 'hook', isOpen: manages },
  },
  {
    path: '/reset',
    load: async () => (await import('../screens/reset/reset.tsx')).Reset,
    isPublic: true,
  },
  {
    path: '/confirm-email',
    load: async () => (await import('../screens/confirm-email/confirm-email.tsx')).ConfirmEmail,
    isPublic: true,
  },
  {
    path: '/account',
    load: async () => (await import('../screens/account/account.tsx')).Account,
    place: { name: 'account', group: 'self', icon: 'person', isOpen: everybody },
  },
]

/** What is shown while there is no administrator. */
export const setUp = async () => (await import('../screens/set-up/set-up.tsx')).SetUp

/** What is shown where there is no screen. */
export const nowhere = async () => (await import('../screens/nowhere/nowhere.tsx')).Nowhere

/** What is shown to whoever comes to a place of operators and is none. */
export const notYours = async () =>
  (await import('../screens/operate/not-yours/not-yours.tsx')).NotYours
