import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Programm verbinden?',
  claimed: 'Es nennt sich',
  claimedHint:
    'Programme nennen sich, wie sie wollen. Nur fortfahren, wenn Sie das eben dort begonnen haben.',
  place: 'Die Antwort geht an',
  here: (host) => `ein Programm auf diesem Rechner (${host})`,
  may: 'Es darf',
  mayThis: 'suchen und kaufen, was es findet',
  payer: 'Auf Kosten von',
  budget: 'Höchstens so viel im Monat',
  budgetHint:
    'In Euro. Bis dahin fragt es nicht. Unter API-Schlüssel können Sie das ändern oder beenden.',
  earlier: 'Unter diesem Namen schon verbunden',
  endThat: (made) => `Die vom ${made} beenden`,
  used: (at) => `zuletzt benutzt ${at}`,
  unused: 'nie benutzt',
  yes: 'Verbinden',
  no: 'Nicht verbinden',
  notYou:
    'Programme verbindet nur, wer API-Schlüssel anlegen darf. Fragen Sie, wer Ihr Haus verwaltet.',
  done: 'Verbunden. Kommt das Programm nicht von selbst nach vorn, kehren Sie dorthin zurück.',
}
