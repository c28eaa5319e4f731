import type { Words } from './words.ts'

export const de: Words = {
  greeting: 'Guten Tag,',
  invitation: (house) => ({
    subject: `Einladung zu ${house}`,
    text: `Sie sind eingeladen, bei „${house}“ mitzumachen.`,
  }),
  reset: {
    subject: 'Neues Passwort',
    text: 'Jemand, wahrscheinlich Sie, möchte für diese Adresse ein neues Passwort setzen.',
  },
  test: {
    subject: 'Eine Probe der Post',
    text: 'Dieser Brief zeigt, dass Ihr Server Post senden kann. Es ist nichts zu tun.',
  },
  verification: {
    subject: 'Ist das Ihre Adresse?',
    text: 'Ein Konto hat oder bekommt diese Adresse. Bestätigen Sie, dass Sie deren Post lesen.',
  },
  moved: {
    subject: 'Ihr Konto hat eine andere Adresse',
    text:
      'Das Konto mit dieser Adresse hat jetzt eine andere. Waren Sie das nicht? Dann ' +
      'schreiben Sie gleich dem Betreiber dieses Marktplatzes: Er kann die Sitzungen ' +
      'beenden und das Konto sperren.',
  },
  offMarket: {
    'object.taken_down': (name) =>
      `Der Betreiber dieses Marktplatzes hat die Datei „${name}“ vom Markt genommen. Niemand ` +
      'findet, liest oder kauft sie, und wer eine Lizenz gekauft hat, kann sie so lange nicht ' +
      'holen.',
    'object.restored': (name) =>
      `Die Datei „${name}“ ist zurück: Sie wird gefunden, gelesen und verkauft wie zuvor.`,
    'dataset.suspended': (name) =>
      `Der Betreiber dieses Marktplatzes hat den Datensatz „${name}“ gesperrt. Niemand findet ` +
      'eine seiner Dateien, auch Sie nicht, und er nimmt keine neuen auf.',
    'dataset.resumed': (name) =>
      `Der Datensatz „${name}“ ist nicht mehr gesperrt. Er ist, was er vorher war.`,
    'tenant.suspended': (name) =>
      `Der Betreiber dieses Marktplatzes hat „${name}“ gesperrt. Personen und Schlüssel dürfen ` +
      'nichts mehr, und das Angebot steht nicht zum Verkauf. Dateien, Guthaben und Schlüssel ' +
      'bleiben, wie sie sind.',
    'tenant.resumed': (name) => `„${name}“ ist nicht mehr gesperrt. Alles ist wie zuvor.`,
  },
  filesOffMarket: (count) => `${count} Dateien wurden gesperrt oder sind zurück`,
  reason: 'Grund',
  contest: 'Ist das ein Irrtum, oder haben Sie Fragen? Schreiben Sie dem Betreiber.',
  code: 'Code',
  link: 'Adresse',
  validUntil: (time) => `Gilt einmal, bis ${time}.`,
  ignore: 'Wenn Sie das nicht erwartet haben, tun Sie nichts: Es ändert sich dann nichts.',
  news: (count) => (count === 1 ? 'Etwas ist geschehen' : `${count} Dinge sind geschehen`),
  daily: 'Was heute geschehen ist',
  more: (count) => `und ${count} weitere`,
  stop: 'Keine solchen Nachrichten mehr',
  events: {
    'object.uploaded': 'Eine Datei wurde hochgeladen und wartet auf ihre Prüfung',
    'object.approved': 'Eine Datei wurde freigegeben',
    'object.rejected': 'Eine Datei wurde abgelehnt',
    'object.expired': 'Eine Datei wurde nicht rechtzeitig geprüft',
    'object.indexed': 'Eine Datei kann gefunden werden',
    'object.failed': 'Eine Datei konnte nicht gelesen werden',
    'object.deleted': 'Eine Datei wurde gelöscht',
    'object.taken_down': 'Eine Datei wurde gesperrt',
    'object.restored': 'Eine gesperrte Datei ist wieder freigegeben',
    'dataset.deleted': 'Ein Datensatz wurde gelöscht',
    'dataset.suspended': 'Ein Datensatz wurde gesperrt',
    'dataset.resumed': 'Ein Datensatz ist nicht mehr gesperrt',
    'tenant.suspended': 'Ihr Haus wurde gesperrt',
    'tenant.resumed': 'Ihr Haus ist nicht mehr gesperrt',
    'dataset.access_requested': 'Jemand bittet um Zugang zu einem Datensatz',
    'dataset.access_decided': 'Über eine Bitte um Zugang wurde entschieden',
    'dataset.access_ended': 'Ihr Zugang zu einem Datensatz ist beendet',
    'download.sold': 'Eine Datei wurde verkauft',
    'licence.sold': 'Eine Lizenz wurde verkauft',
    'credits.low': 'Das Guthaben geht zur Neige',
    'allowance.spent': 'Die Suchen dieses Monats sind verbraucht',
    'key.created': 'Ein API-Schlüssel wurde angelegt',
    'key.revoked': 'Ein API-Schlüssel gilt nicht mehr',
    'member.joined': 'Jemand ist beigetreten',
    'member.second_factor_changed': 'Ein zweiter Faktor wurde geändert',
    'statement.ready': 'Die Abrechnung eines Monats liegt vor',
    'payout.paid': 'Eine Auszahlung wurde geleistet',
    'dispute.opened': 'Eine Belastung wurde bestritten',
    'review.waiting': 'Eine Datei wartet auf Ihre Prüfung',
    'review.expiring': 'Die Zeit für die Prüfung einer Datei läuft bald ab',
    'import.finished': 'Ein Ordner des Servers wurde übernommen',
    'watch.failed': 'Ein beobachteter Ordner lässt sich nicht lesen',
    'backup.failed': 'Eine Sicherung ist misslungen',
    'doctor.problem': 'Mit dem Server stimmt etwas nicht',
    'doctor.solved': 'Etwas ist wieder in Ordnung',
    'webhook.disabled': 'Ein Webhook wurde abgeschaltet',
  },
}
