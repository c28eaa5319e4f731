export const en = {
  join: 'Join by invitation',
  signUp: 'Open an account',
  invited:
    'Somebody of your house has invited you. Their code is in the link, or in their message.',
  open: 'With an invitation you join a house that is here; without one you found your own.',
  closed: 'Accounts are made by invitation here. Ask somebody of your house for one.',
  code: 'Invitation code',
  codeHint: 'Leave it empty to found a house of your own.',
  house: 'Name of your house',
  houseHint: 'Company or institution; with an invitation it is known already.',
  name: 'Your name',
  email: 'E-mail',
  password: 'Password',
  passwordHint: 'At least 12 characters; several words do well.',
  submit: 'Come in',
  back: 'I have an account',
  moves: ({ email, house }: { email: string; house: string }) =>
    `You are here as ${email}, in ${house}. An account is in one house: if you accept, you leave ` +
    `${house}, and API keys that you made there end. Address, password and second factors stay; ` +
    'recovery codes you make anew.',
  accept: 'Accept and go there',
}
