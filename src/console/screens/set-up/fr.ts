import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Configurer ce serveur',
  lead: 'Personne n’est encore venu ici. Qui a le code devient l’administrateur.',
  code: 'Code de configuration',
  codeHint: 'Le serveur l’a affiché au démarrage ; kontor init l’affiche de nouveau.',
  house: 'Nom de votre organisation',
  submit: 'Configurer',
  back: 'J’ai un compte',
  checks: 'Ce qui se voit d’ici',
  secure: 'Cette page arrive par HTTPS.',
  local: 'Cette page vient de cette machine : il faudra HTTPS dès que d’autres viendront.',
  insecure: 'Cette page arrive par HTTP en clair : la connexion n’est possible que par HTTPS.',
  version: (version) => `Kontor ${version}`,
}
