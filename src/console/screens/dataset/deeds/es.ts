import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('es')

export const es: typeof en = {
  pause: 'Pausar',
  pauseTitle: (name) => `¿Pausar ${name}?`,
  pauseHint:
    'Nadie más que usted encuentra o compra sus archivos hasta que se ofrezca de nuevo; los ' +
    'enlaces abiertos se rechazan y no cuestan nada. Quien compró una licencia la conserva.',
  paused: 'El conjunto de datos está en pausa',
  offer: 'Ofrecer de nuevo',
  offerTitle: (name) => `¿Ofrecer ${name} de nuevo?`,
  offerHint: 'Quien puede verlo encuentra y compra sus archivos.',
  offered: 'El conjunto de datos está a la venta',
  anew: 'Leer de nuevo',
  anewTitle: (name) => `¿Leer de nuevo los archivos de ${name}?`,
  anewHint:
    'Lo leído sirve hasta que llegue el texto nuevo. No cuesta nada y nada se revisa otra vez.',
  which: 'Qué archivos',
  all: (n) => `Todos los leídos o intentados (${n})`,
  failed: (n) => `Los ilegibles (${n})`,
  begun: 'Los archivos se leen de nuevo',
  delete: 'Eliminar el conjunto de datos',
  deleteTitle: (name) => `¿Eliminar ${name}?`,
  deleteHint: (n, shown) =>
    count(n, {
      one: 'Su único archivo deja de inmediato toda búsqueda. No hay vuelta atrás.',
      other: `Sus ${shown} archivos dejan de inmediato toda búsqueda. No hay vuelta atrás.`,
    }),
  keeps:
    'Quien compró una licencia puede obtener su archivo 30 días más. Lo pagado y lo ' +
    'ganado queda así.',
  keepsNone: 'De un conjunto de datos suspendido no se guarda nada para los compradores.',
  typeName: (name) => `Escriba su nombre: ${name}`,
  otherName: 'Ese no es su nombre, letra por letra.',
  deleted: (name) => `${name} está eliminado`,
  suspended:
    'Suspendido por quien lleva la plataforma: nadie encuentra sus archivos y no admite ' +
    'más. Sus datos aún se pueden cambiar. ¿Es un error? Escriba a quien lleva la plataforma.',
}
