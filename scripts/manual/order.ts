/** The pages of the manual in the order of reading. Each file of data/manual is here once. */
export const order: readonly { group: string; pages: readonly string[] }[] = [
  { group: 'Start', pages: ['index', 'getting-started', 'accounts'] },
  { group: 'Buy', pages: ['buyers-and-agents', 'searching', 'mcp', 'programs'] },
  { group: 'Sell', pages: ['providers', 'formats', 'reviewers', 'wallets', 'money'] },
  {
    group: 'Operate',
    pages: [
      'operators',
      'administration-http',
      'certificates',
      'monitoring',
      'public-pages',
      'install',
      'settings',
      'single-sign-on',
      'second-factors',
      'backups',
      'tenant-data',
      'secrets',
      'sizing',
      'faults',
      'proofs',
      'security',
      'asvs',
    ],
  },
  { group: 'Build', pages: ['api-conventions', 'events', 'webhooks', 'developing'] },
]
