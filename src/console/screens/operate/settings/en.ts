export const en = {
  title: 'Settings',
  hint:
    'As the server was started. They are changed where it is started; what is secret is ' +
    'masked.',
  secrets: 'Signing secrets',
  find: 'Find a setting',
  given: 'Only those that were set',
  setting: 'Setting',
  value: 'Value',
  from: 'Read from',
  notSet: 'not set',
  origins: {
    flag: 'flag',
    environment: 'environment',
    file: 'file kontor.json',
    default: 'default',
  },
  restart:
    'A change counts after the server is started again. A flag is stronger than the ' +
    'environment, and that than kontor.json.',
  effects: {
    vectors: 'All vectors are then made anew in the background; searches go on.',
    reading: 'Files that are there are read so when their dataset is read anew.',
    secrets: 'Read the page about secrets in the manual first: what is sealed is opened with it.',
  },
}
