export const en = {
  title: 'Log',
  request: 'Id of a request',
  level: 'Level',
  levels: {
    debug: 'Everything',
    info: 'What happens',
    warn: 'Warnings and errors',
    error: 'Errors',
  },
  slow: 'How long it took',
  anySpeed: 'However long',
  slower: {
    100: '0.1 seconds or more',
    1000: '1 second or more',
    10000: '10 seconds or more',
  },
  since: (when: string) =>
    `Remembered since ${when}. What is older is where the server writes its log.`,
  nothingYet: 'Nothing was written yet.',
  none: 'No such line',
  noneHint: 'Lines below the level of the server’s settings are not written at all.',
}
