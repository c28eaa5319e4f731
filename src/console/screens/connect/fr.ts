import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Connecter un programme ?',
  claimed: 'Il se nomme',
  claimedHint:
    'Tout programme peut se nommer à sa guise. Ne continuez que si vous venez de commencer là-bas.',
  place: 'La réponse va à',
  here: (host) => `un programme de cet ordinateur (${host})`,
  may: 'Il peut',
  mayThis: 'chercher, et acheter ce qu’il trouve',
  payer: 'Aux frais de',
  budget: 'Le plus qu’il peut dépenser par mois',
  budgetHint: 'En euros. En deçà, il ne demande rien. À changer ou à arrêter sous Clés d’API.',
  earlier: 'Déjà connecté sous ce nom',
  endThat: (made) => `Mettre fin à celle du ${made}`,
  used: (at) => `dernier usage : ${at}`,
  unused: 'jamais utilisée',
  yes: 'Connecter',
  no: 'Ne pas connecter',
  notYou:
    'Seul qui peut créer des clés d’API connecte des programmes. Demandez à qui gère votre maison.',
  done: 'Connecté. Si le programme ne revient pas de lui-même, retournez-y.',
}
