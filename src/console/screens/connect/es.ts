import type { en } from './en.ts'

export const es: typeof en = {
  title: '¿Conectar un programa?',
  claimed: 'Dice llamarse',
  claimedHint:
    'Cualquier programa puede llamarse como quiera. Siga solo si acaba de empezar esto allí.',
  place: 'La respuesta va a',
  here: (host) => `un programa de este equipo (${host})`,
  may: 'Puede',
  mayThis: 'buscar y comprar lo que encuentre',
  payer: 'A cargo de',
  budget: 'Lo máximo que puede gastar al mes',
  budgetHint:
    'En euros. Hasta ahí no pregunta. En Claves de API puede cambiarlo o acabar con todo.',
  earlier: 'Ya conectado con este nombre',
  endThat: (made) => `Acabar con la del ${made}`,
  used: (at) => `último uso: ${at}`,
  unused: 'sin usar',
  yes: 'Conectar',
  no: 'No conectar',
  notYou:
    'Solo conecta programas quien puede crear claves de API. Pregunte a quien administra su casa.',
  done: 'Conectado. Si el programa no aparece por sí solo, vuelva a él.',
}
