import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Réglages',
  hint:
    'Tels qu’au démarrage du serveur. On les change là où il est démarré ; ce qui est secret ' +
    'est masqué.',
  secrets: 'Secrets de signature',
  find: 'Trouver un réglage',
  given: 'Seulement ceux qui sont définis',
  setting: 'Réglage',
  value: 'Valeur',
  from: 'Lu dans',
  notSet: 'non défini',
  origins: {
    flag: 'option',
    environment: 'environnement',
    file: 'fichier kontor.json',
    default: 'par défaut',
  },
  restart:
    'Un changement compte après un redémarrage du serveur. Une option l’emporte sur ' +
    'l’environnement, et lui sur kontor.json.',
  effects: {
    vectors: 'Tous les vecteurs sont ensuite refaits en arrière-plan ; la recherche continue.',
    reading: 'Les fichiers déjà là sont lus ainsi quand leur jeu de données est relu.',
    secrets: 'Lisez d’abord la page du manuel sur les secrets : elle ouvre ce qui est scellé.',
  },
}
