import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('fr')

export const fr: typeof en = {
  title: 'Équipe',
  houseId: 'Id de cette organisation',
  members: 'Membres',
  invitations: 'Invitations ouvertes',
  invite: 'Inviter…',
  inviteTitle: 'Inviter quelqu’un',
  inviteHint: 'Vous recevez un lien à lui remettre.',
  email: 'Adresse e-mail',
  emailHint:
    'Elle seule peut s’en servir, et le reçoit si le serveur envoie du courrier. Vide : qui l’a.',
  days: 'Valable',
  validFor: { 1: 'un jour', 7: 'une semaine', 31: 'un mois' },
  make: 'Créer le lien',
  link: 'Le lien',
  linkHint:
    'Affiché cette seule fois : seul son hash est gardé. Qui l’ouvre entre dans l’organisation.',
  invited: 'Le lien est créé',
  roles: 'Rôles',
  roleNames: {
    owner: 'Propriétaire',
    admin: 'Administrateur',
    seller_manager: 'Vendeur',
    buyer_manager: 'Acheteur',
    operator: 'Opérateur',
    viewer: 'Lecteur',
  },
  roleHints: {
    owner: 'Tout, y compris d’autres propriétaires',
    admin: 'Tout sauf les propriétaires',
    seller_manager: 'Jeux de données, fichiers, prix',
    buyer_manager: 'Recherches, achats, clés',
    operator: 'Voit les jeux de données et les chiffres',
    viewer: 'Voit les jeux de données',
  },
  choose: 'Choisissez au moins un rôle.',
  you: 'vous',
  joined: (when) => `depuis le ${when}`,
  keys: (n, shown) => count(n, { one: `${shown} clé`, other: `${shown} clés` }),
  change: 'Rôles…',
  changeTitle: (name) => `Ce que ${name} peut faire`,
  changeHint: 'Cela vaut aussitôt, aussi pour les clés que cette personne a créées.',
  changed: (name) => `Les rôles de ${name} sont modifiés`,
  remove: 'Retirer…',
  removeTitle: (name) => `Retirer ${name} ?`,
  removeHint: 'Ses sessions se terminent aussitôt, et son nom et son adresse disparaissent.',
  theirKeys: 'Clés que cette personne a créées',
  fates: {
    revoke: 'Cessent de fonctionner',
    take_over:
      'Deviennent miennes, dans la limite de mes rôles ; qui les a peut encore s’en servir',
  },
  removeNow: 'Retirer',
  removed: (name) => `${name} ne fait plus partie de l’équipe`,
  none: 'Aucune n’est ouverte.',
  anybody: 'Quiconque a le lien',
  until: (when) => `jusqu’au ${when}`,
  revoke: 'Révoquer',
  revoked: 'L’invitation est révoquée',
}
