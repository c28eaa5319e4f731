/** What the server says in English to people, in German. What is not here stays English. */
export const de: Readonly<Record<string, string>> = {
  'The e-mail address or the password is wrong.':
    'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
  'This is not the current password.': 'Das ist nicht das jetzige Passwort.',
  'This password is among the commonest and would soon be guessed.':
    'Dieses Passwort gehört zu den häufigsten und wäre bald erraten.',
  'This is not an e-mail address.': 'Das ist keine E-Mail-Adresse.',
  'There is an account with this e-mail address.':
    'Mit dieser E-Mail-Adresse gibt es schon ein Konto.',
  'This invitation is unknown, used or expired.':
    'Diese Einladung ist unbekannt, benutzt oder abgelaufen.',
  'Signing up here needs an invitation.': 'Ein Konto braucht hier eine Einladung.',
  'This set-up code is not valid (any more).': 'Dieser Einrichtungscode gilt nicht (mehr).',
  'This code is not valid (any more).': 'Dieser Code gilt nicht (mehr).',
  'This code is wrong. Is the clock of the device right?':
    'Dieser Code ist falsch. Geht die Uhr des Geräts richtig?',
  'Too many people are logging in at this moment.':
    'Gerade melden sich zu viele Menschen an. Versuchen Sie es gleich noch einmal.',
  'Too many searches at once. Try again in a moment.':
    'Zu viele Suchen auf einmal. Versuchen Sie es gleich noch einmal.',
  'This tenant is suspended. Ask whoever runs this platform.':
    'Ihr Haus ist gesperrt. Fragen Sie den Betreiber dieses Marktplatzes.',
  'This account is locked. Ask whoever runs this platform.':
    'Dieses Konto ist gesperrt. Fragen Sie den Betreiber dieses Marktplatzes.',
  'The balance is below the price of this download.':
    'Das Guthaben reicht nicht für diesen Download.',
  'The balance is below the price of the passages found. Nothing was charged.':
    'Das Guthaben reicht nicht für die gefundenen Stellen. Es wurde nichts berechnet.',
}
