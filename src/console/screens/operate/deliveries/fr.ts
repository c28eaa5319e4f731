import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('fr')

export const fr: typeof en = {
  title: 'Envois des webhooks',
  hint:
    'Comment cela s’est passé, non ce qui fut envoyé : ' +
    'cela, l’adresse entière et le secret sont à l’organisation.',
  state: 'État',
  states: { failed: 'Échoués', waiting: 'En attente', delivered: 'Acceptés', all: 'Tous' },
  deliveries: { failed: 'échoué', waiting: 'en attente', delivered: 'accepté' },
  sent: 'Ce qui fut envoyé',
  none: 'Aucun de ceux-là',
  noneHint: 'Ce qui est terminé reste quelques jours.',
  noneFailed: 'Rien n’a échoué',
  noneFailedHint:
    'Ce qui n’est pas accepté est tenté encore trois jours, de moins en moins souvent.',
  tries: (n, shown) => count(n, { one: `${shown} essai`, other: `${shown} essais` }),
  answered: (status) => `réponse ${status}`,
  next: (when) => `prochain ${when}`,
  again: 'Envoyer encore',
  sentAgain: 'L’envoi est refait',
  webhooks: (n, shown) => count(n, { one: `${shown} webhook`, other: `${shown} webhooks` }),
  which: 'Quels webhooks',
  hooks: { all: 'Tous', active: 'Actifs', paused: 'En pause', disabled: 'Abandonnés' },
  hookStates: { active: 'envoie', paused: 'en pause', disabled: 'abandonné' },
  noWebhooks: 'Aucun webhook de ce genre',
  noWebhooksHint: 'Les organisations les ajoutent pour leurs programmes.',
  reasons: {
    gone: 'Il a répondu qu’il n’existe plus.',
    not_answering: 'Il n’a pas répondu depuis trois jours.',
    operator: 'Qui administre la plateforme l’a mis en pause.',
    maker_lost_rights: 'Qui l’a créé n’est plus là ou ne peut plus en créer.',
  },
  hears: {
    all: 'apprend tout',
    some: (n, shown) =>
      count(n, { one: `apprend ${shown} sorte`, other: `apprend ${shown} sortes` }),
  },
  since: (when) => `depuis ${when}`,
  its: 'Ce qu’il a reçu',
  pause: 'Mettre en pause',
  pauseTitle: (name) => `Mettre en pause le webhook de ${name} ?`,
  pauseHint:
    'Rien ne lui est envoyé. Pendant quelques jours rien n’est perdu non plus. L’organisation le ' +
    'voit dans son journal et peut reprendre d’elle-même.',
  paused: 'Le webhook est en pause',
  goOn: 'Reprendre',
  goneOn: 'Il reprend où il s’était arrêté',
  onlyTenant: (name) => `De ${name} seulement`,
  onlyWebhook: 'D’un seul webhook',
  everyone: 'De toutes les organisations',
}
