import type { en } from './en.ts'

export const de: typeof en = {
  join: 'Mit Einladung beitreten',
  signUp: 'Konto eröffnen',
  invited:
    'Jemand aus Ihrem Haus hat Sie eingeladen. Der Code steht im Link oder in der Nachricht.',
  open: 'Mit einer Einladung treten Sie einem Haus bei; ohne eine gründen Sie ein eigenes.',
  closed: 'Konten gibt es hier auf Einladung. Bitten Sie jemanden aus Ihrem Haus darum.',
  code: 'Einladungscode',
  codeHint: 'Leer lassen, um ein eigenes Haus zu gründen.',
  house: 'Name Ihres Hauses',
  houseHint: 'Firma oder Einrichtung; mit einer Einladung ist er schon bekannt.',
  name: 'Ihr Name',
  email: 'E-Mail',
  password: 'Passwort',
  passwordHint: 'Mindestens 12 Zeichen; mehrere Wörter sind gut.',
  submit: 'Eintreten',
  back: 'Ich habe ein Konto',
  moves: ({ email, house }) =>
    `Sie sind als ${email} in ${house}. Ein Konto ist in einem Haus: Nehmen Sie an, verlassen ` +
    `Sie ${house}, und API-Schlüssel, die Sie dort gemacht haben, enden. Adresse, Passwort und ` +
    'zweite Faktoren bleiben; Wiederherstellungscodes machen Sie neu.',
  accept: 'Annehmen und wechseln',
}
