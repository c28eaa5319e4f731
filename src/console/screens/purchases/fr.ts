import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Achats',
  what: 'Quoi',
  who: 'Par',
  when: 'Quand',
  paid: 'Payé',
  proof: 'Reçu',
  check: 'Vérifier',
  moment: (range) => `moment ${range}`,
  erased: 'n’existe plus',
  refunded: (money) => `${money} remboursés`,
  failed: 'n’a pas été remis',
  aborted: 'interrompu',
  again: 'Retélécharger, gratuit',
  fetched: 'En route vers votre disque.',
  offMarket: 'n’est plus en vente',
  ends: {
    sent: 'Remis. Son lien valait pour cette seule fois et ne répond plus à personne.',
    aborted: 'Le destinataire a interrompu avant la fin ; l’achat est payé.',
    failed: 'Non remis, sans que ce soit votre faute.',
    givenBack: (money) => `Non remis : ${money} remboursés.`,
    unknown: 'En route, ou le serveur s’est arrêté avant d’avoir noté comment cela a fini.',
  },
  next: {
    free: (when) => `Jusqu’au ${when}, le même est donné une fois de plus gratuitement.`,
    once: 'Pour l’avoir à nouveau, rachetez-le : le prix du jour s’affiche avant de payer.',
    offMarket:
      'N’est plus en vente : retiré, supprimé, mis de côté par son fournisseur, ou plus ouvert ' +
      'pour vous. Il ne peut plus être téléchargé ; le reçu reste valable.',
  },
  buyAgain: 'Racheter…',
  empty: 'Encore rien d’acheté',
  emptyHint:
    'Trouvez un passage et achetez son fichier, ou un moment de celui-ci. Chaque achat figure ici.',
  search: 'Rechercher',
  table: 'Achats',
}
