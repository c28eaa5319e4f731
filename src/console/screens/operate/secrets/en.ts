export const en = {
  title: 'Signing secrets',
  back: 'All settings',
  hint:
    'Links, sessions and codes are signed with them. Numbers and times only: no secret is shown ' +
    'anywhere.',
  generations: 'Generations',
  generation: (n: string) => `Generation ${n}`,
  signs: 'Signs',
  taken: (when: string) => `Taken until ${when}`,
  made: (when: string) => `made ${when}`,
  first: 'came with the data folder',
  masters: 'Opened with',
  mastersHint: 'Fingerprints of the master keys; the first of them is the one in use.',
  works: 'New secrets',
}
