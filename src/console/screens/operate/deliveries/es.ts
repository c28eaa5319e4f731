import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('es')

export const es: typeof en = {
  title: 'Envíos de los webhooks',
  hint: 'Cómo fue, no qué se envió: eso, la dirección entera y el secreto son de la organización.',
  state: 'Estado',
  states: { failed: 'Fallidos', waiting: 'En espera', delivered: 'Aceptados', all: 'Todos' },
  deliveries: { failed: 'fallido', waiting: 'en espera', delivered: 'aceptado' },
  sent: 'Lo que se envió',
  none: 'Ninguno de estos',
  noneHint: 'Lo terminado se guarda unos días.',
  noneFailed: 'Nada ha fallado',
  noneFailedHint: 'Lo que no se acepta se intenta de nuevo durante tres días, cada vez menos.',
  tries: (n, shown) => count(n, { one: '1 intento', other: `${shown} intentos` }),
  answered: (status) => `respuesta ${status}`,
  next: (when) => `el próximo, ${when}`,
  again: 'Enviar de nuevo',
  sentAgain: 'Se envía de nuevo',
  webhooks: (n, shown) => count(n, { one: '1 webhook', other: `${shown} webhooks` }),
  which: 'Qué webhooks',
  hooks: { all: 'Todos', active: 'Activos', paused: 'En pausa', disabled: 'Abandonados' },
  hookStates: { active: 'envía', paused: 'en pausa', disabled: 'abandonado' },
  noWebhooks: 'No hay tal webhook',
  noWebhooksHint: 'Las organizaciones los añaden para sus programas.',
  reasons: {
    gone: 'Respondió que ya no existe.',
    not_answering: 'Lleva tres días sin responder.',
    operator: 'Quien administra la plataforma lo puso en pausa.',
    maker_lost_rights: 'Quien lo creó ya no está o ya no puede crear ninguno.',
  },
  hears: {
    all: 'se entera de todo',
    some: (n, shown) =>
      count(n, { one: 'se entera de 1 clase', other: `se entera de ${shown} clases` }),
  },
  since: (when) => `desde ${when}`,
  its: 'Lo que recibió',
  pause: 'Poner en pausa',
  pauseTitle: (name) => `¿Poner en pausa el webhook de ${name}?`,
  pauseHint:
    'No se le envía nada. Durante unos días tampoco se pierde nada. La organización lo ve en su ' +
    'registro y puede seguir por su cuenta.',
  paused: 'El webhook está en pausa',
  goOn: 'Seguir',
  goneOn: 'Sigue donde se detuvo',
  onlyTenant: (name) => `Solo de ${name}`,
  onlyWebhook: 'Solo de un webhook',
  everyone: 'De todas las organizaciones',
}
