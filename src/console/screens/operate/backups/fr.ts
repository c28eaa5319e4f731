import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Sauvegardes',
  works: 'Faire et vérifier',
  last: 'Dernière',
  none: 'aucune',
  verified: (when) => `vérifiée ${when}`,
  notVerified: 'pas encore vérifiée',
  next: 'Prochaine',
  every: (hours) => `toutes les ${hours} heures`,
  notPlanned: 'pas prévue',
  kept: 'Gardées',
  all: 'toutes',
  older: 'les plus anciennes sont retirées',
  place: 'Lieu',
  noPlace: 'Les réglages ne nomment aucun dossier de sauvegardes',
  noPlaceHint:
    'Démarrez le serveur avec --backup-dir et un dossier sur un autre disque. Il les fait alors ' +
    'de lui-même.',
  sets: { one: '1 sauvegarde', many: (n) => `${n} sauvegardes` },
  noSets: 'Aucune encore',
  noSetsHint: 'Faites-en une maintenant, et vérifiez-la.',
  files: { one: '1 fichier', many: (n) => `${n} fichiers` },
  encrypted: 'Chiffrée',
  problems: 'Pas en ordre',
  whole: 'Vérifiée',
  look: 'Ce qu’elle rendrait',
  of: (when) => `La sauvegarde du ${when}`,
  gives: {
    tenants: 'Organisations',
    users: 'Personnes',
    datasets: 'Jeux de données',
    objects: 'Fichiers',
    passages: 'Passages',
    transfers: 'Écritures du grand livre',
  },
  bytes: 'À lire',
  version: 'Faite par la version',
  head: 'Tête du grand livre',
  since:
    'Ce qui s’est passé après ce moment n’y est pas : ce qui a été terminé, échangé ou utilisé ' +
    'depuis vaut de nouveau, et de même les mots de passe et rôles d’alors.',
  guide: 'Comment on la remet',
  guideHint: 'À la machine, dans un dossier vide, pendant qu’aucun serveur n’y travaille :',
  needsKey: 'Elle est chiffrée : ayez le fichier de clé age sous la main.',
  needsMaster: 'La clé maîtresse n’y est pas : elle a été donnée du dehors.',
  needsModel: (model) => `Le modèle ${model} n’y est pas.`,
  howSet: 'Comment le plan est fixé',
  howSetHint:
    'Là où le serveur est démarré, et nulle part ailleurs : aucune page ne peut dire où vont ' +
    'les copies de tout, ni qu’il n’y en ait pas.',
  settings: {
    backupDir: 'Dossier',
    backupHours: 'Heures de l’une à la suivante',
    backupKeep: 'Combien sont gardées',
    backupRecipient: 'Chiffrées pour',
  },
  notSet: 'non fixé',
  setBy: ({ value, origin }) => `${value} (${origin})`,
  origins: {
    flag: 'par une option',
    environment: 'par l’environnement',
    file: 'par kontor.json',
    default: 'comme d’habitude',
  },
  environmentHint:
    'Pour le changer, écrivez ceci dans l’environnement du serveur, puis redémarrez-le :',
  otherWays: (flags) => `Dans kontor.json ou par des options, c’est la même chose : ${flags}`,
}
