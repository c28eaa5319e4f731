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
  by: (name: string) => `Log in with ${name}`,
  or: 'or',
  join: 'I have an invitation',
  signUp: 'Open an account',
  again: 'Your session is over. Log in again: what you were doing is still here.',
}
