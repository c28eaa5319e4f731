export const en = {
  title: 'Log in',
  lead: 'A counting house for data.',
  points: [
    'A person has looked at everything that is for sale.',
    'Each passage says where it stands: page or moment.',
    'Each cent has a receipt that your own browser checks.',
  ],
  email: 'E-mail',
  password: 'Password',
  submit: 'Log in',
  secondStep: 'The password is right. Now show your second factor.',
  code: 'Code',
  codeHint: 'Six digits of your app, or one of your recovery codes.',
  passkey: 'Use a passkey',
  by: (name: string) => `Log in with ${name}`,
  or: 'or',
  join: 'I have an invitation',
  lost: 'I have lost my password',
  signUp: 'Open an account',
  confirm: 'Confirm',
  confirmHint: 'What you are about to do has consequences, and ten minutes have passed.',
  again: 'Your session is over. Log in again: what you were doing is still here.',
  suspended:
    'Your house is suspended: what it has stays as it is, and nobody of it is let in. Ask who ' +
    'runs this marketplace.',
}
