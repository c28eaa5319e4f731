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
  'This second factor is wrong, or was used before.':
    'Dieser zweite Faktor ist falsch oder wurde schon benutzt.',
  'This code is not valid (any more). Have another one sent.':
    'Dieser Code gilt nicht (mehr). Lassen Sie sich einen neuen schicken.',
  'This address belongs to a member already.': 'Diese Adresse gehört schon einem Mitglied.',
  'A tenant keeps at least one owner: make somebody else an owner first.':
    'Ein Haus behält mindestens einen Inhaber: Machen Sie zuerst jemand anderen dazu.',
  'You are in this tenant already.': 'Sie gehören schon zu diesem Haus.',
  'This needs the role owner or admin.': 'Das dürfen nur Inhaber und Verwalter.',
  'Only an owner or an admin may redeem a voucher.':
    'Einen Gutschein lösen nur Inhaber und Verwalter ein.',
  'Access was requested already, and the provider has not decided yet.':
    'Der Zugang ist schon angefragt, und der Anbieter hat noch nicht entschieden.',
  'This tenant has access to the dataset already.': 'Dieses Haus hat schon Zugang zum Datensatz.',
  'This dataset is suspended and takes no uploads.':
    'Dieser Datensatz ist gesperrt und nimmt keine Dateien an.',
  'The bytes received have another SHA-256 than the one declared.':
    'Die Datei ist nicht so angekommen, wie sie abgeschickt wurde. Laden Sie sie noch einmal hoch.',
  'This asset cannot be compared yet: its vectors are being made. Nothing was charged.':
    'Diese Datei lässt sich noch nicht vergleichen: Sie wird gerade vorbereitet. Es ' +
    'wurde nichts berechnet.',
  'Nobody can sign up here. The operator adds the accounts.':
    'Hier kann niemand selbst ein Konto eröffnen. Der Betreiber legt die Konten an.',
  'Passkeys need a server with a domain name, over HTTPS or on this machine.':
    'Passkeys brauchen einen Server mit einem Domainnamen, über HTTPS oder auf diesem Gerät.',
  // Whatever it is that there is none of.
  'No such': 'Das gibt es nicht (mehr).',
}
