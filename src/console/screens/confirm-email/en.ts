export const en = {
  title: 'Is this your address?',
  ask: 'With the code from the letter you show that you read the mail of this address.',
  code: 'Code',
  submit: 'Yes, this is mine',
  done: (email: string) => `${email} is verified.`,
  go: 'To the console',
}
