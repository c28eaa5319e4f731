import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Vérifier un reçu',
  lead: 'Chacun peut vérifier ici un reçu de ce marché. Le fichier reste dans votre navigateur.',
  drop: 'Déposez un reçu ici',
  choose: 'Choisir un fichier',
  paste: 'Ou collez son texte',
  check: 'Vérifier',
  notAReceipt:
    'Ce n’est pas un reçu d’un Kontor : un reçu est du JSON avec un en-tête et des écritures.',
  genuine: 'Ce reçu est authentique',
  forged: 'Ce reçu n’est pas authentique',
  checked: 'Vérifié dans votre navigateur, avec la clé publique de ce marché.',
  steps: {
    signature: 'L’en-tête du grand livre est signé avec la clé de ce marché',
    included: 'Chaque écriture est dans le grand livre que décrit l’en-tête',
    about: 'Chaque écriture concerne cet achat',
    sums: 'Ce que les parties ont reçu est ce qui a été facturé',
  },
  failed: 'n’est pas vrai',
  house: 'Ce marché',
  provider: 'Le fournisseur',
  facts: { what: 'Quoi', when: 'Quand', buyer: 'Acheteur', id: 'Reçu' },
  charged: 'Facturé',
  head: ({ rows, when }) => `${rows} écritures, signé le ${when} avec la clé`,
  save: 'Enregistrer le reçu',
  print: 'Imprimer',
  another: 'En vérifier un autre',
}
