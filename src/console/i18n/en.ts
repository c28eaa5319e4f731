/** Sentences that every screen may need. What only one needs is in the folder of that screen. */
export const en = {
  shell: {
    skip: 'Go to the content',
    menu: 'Menu',
    home: 'Kontor: to the overview',
    balance: 'Credits left',
    accountOf: (name: string) => `Account of ${name}`,
    theme: 'Colours',
    language: 'Language',
    logOut: 'Log out',
    logIn: 'Log in',
    sessionEnded: 'Log in again',
    confirm: 'Show again who you are',
  },
  /** The menu's groups, and the places in them. */
  groups: { home: 'Home', buy: 'Buy', sell: 'Sell', operate: 'Operate', self: 'You' },
  places: {
    overview: 'Overview',
    search: 'Search',
    catalog: 'Catalogue',
    purchases: 'Purchases',
    verify: 'Check a receipt',
    datasets: 'Datasets',
    uploads: 'Uploads',
    access: 'Access',
    earnings: 'Earnings',
    review: 'Review',
    team: 'Team',
    account: 'Account',
  },
  themes: { system: 'As the system has it', light: 'Light', dark: 'Dark' },
  palette: {
    title: 'Go to…',
    search: (asked: string) => `Search for “${asked}”`,
  },
  shortcuts: { title: 'Keys' },
  buttons: {
    close: 'Close',
    cancel: 'Cancel',
    save: 'Save',
    copy: 'Copy',
    copied: 'Copied',
    more: 'Show more',
  },
  states: {
    loading: 'Loading…',
    working: 'One moment…',
    failed: 'This did not work',
    again: 'Try again',
    request: (id: string) => `Request ${id}`,
    offline: 'No connection',
    offlineHint: 'The server cannot be reached. What you see stays; try again in a moment.',
    offlineBar: 'No connection: what you see may be old.',
  },
  chart: { asTable: 'Show as a table', asChart: 'Show as a chart', day: 'Day' },
}

export type Messages = typeof en
