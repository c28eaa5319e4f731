import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Journal',
  request: 'Identifiant d’une requête',
  level: 'Niveau',
  levels: {
    debug: 'Tout',
    info: 'Ce qui arrive',
    warn: 'Avertissements et erreurs',
    error: 'Erreurs',
  },
  slow: 'Durée',
  anySpeed: 'Quelle que soit la durée',
  slower: {
    100: '0,1 seconde ou plus',
    1000: '1 seconde ou plus',
    10000: '10 secondes ou plus',
  },
  since: (when) => `Gardé depuis ${when}. Le reste est là où le serveur écrit son journal.`,
  nothingYet: 'Rien n’a encore été écrit.',
  none: 'Aucune ligne de ce genre',
  noneHint: 'Les lignes sous le niveau réglé du serveur ne sont pas écrites.',
}
