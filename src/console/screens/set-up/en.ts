export const en = {
  title: 'Set up this server',
  lead: 'Nobody has been here before. Whoever has the code becomes the administrator.',
  code: 'Set-up code',
  codeHint: 'The server printed it when it started; kontor init prints it again.',
  house: 'Name of your house',
  submit: 'Set up',
  back: 'I have an account',
  checks: 'What is seen from here',
  secure: 'This page comes over HTTPS.',
  local: 'This page comes from this machine: HTTPS is needed once others come.',
  insecure: 'This page comes over plain HTTP: browsers can log in over HTTPS alone.',
  version: (version: string) => `Kontor ${version}`,
}
