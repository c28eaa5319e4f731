import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('fr')

export const fr: typeof en = {
  title: 'Assistance',
  request: 'Identifiant d’une requête, req_…',
  start: 'Collez l’identifiant d’une requête',
  startHint: 'Chaque refus en montre un. Voici ce qu’en savent le journal et la piste d’audit.',
  asked: 'La requête',
  what: 'Quoi',
  status: 'Réponse',
  took: 'Durée',
  ms: (n) => `${n} ms`,
  ended: 'Terminée',
  trace: 'Suivi',
  noTrace: 'aucune : KONTOR_TRACE_URL n’est pas défini',
  forgotten: 'aucune : elle n’est plus en mémoire',
  spans: (n, shown) => count(n, { one: `${shown} requête`, other: `${shown} requêtes` }),
  lines: 'Lignes du journal',
  noLines: 'Aucune n’est gardée : elle date peut-être d’avant le démarrage du serveur.',
  deeds: 'Ce qu’elle a changé',
  noDeeds: 'Rien que la piste d’audit garde.',
}
