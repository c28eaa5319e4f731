import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('es')

export const es: typeof en = {
  title: 'Subidas',
  into: 'A',
  drop: 'Suelte aquí archivos o carpetas',
  over: 'Suelte para subir',
  choose: 'Elegir archivos',
  folder: 'Elegir una carpeta',
  hint: 'Puede cerrar esta página: suelte los mismos archivos y solo se envía lo que falta.',
  noDataset: 'Cree primero un conjunto de datos',
  noDatasetHint:
    'Los archivos van a un conjunto de datos, que dice qué cuestan y quién los encuentra.',
  datasets: 'Ir a los conjuntos de datos',
  list: 'Archivos en camino',
  columns: { name: 'Nombre', state: 'Estado', size: 'Tamaño' },
  states: {
    waiting: 'Espera',
    looking: 'Se compara',
    sending: 'Se envía',
    done: 'Enviado, en revisión',
    known: 'Ya estaba',
    failed: 'Ha fallado',
    paused: 'En pausa',
  },
  progress: ({ n, done, all }) =>
    count(n, { one: `${done} de 1 archivo`, other: `${done} de ${all} archivos` }),
  amount: ({ sent, all }) => `${sent} de ${all}`,
  known: (n) => `${n} ya estaban`,
  failed: (n) => `${n} con fallo`,
  pause: 'Pausar',
  resume: 'Seguir',
  retry: 'Reintentar lo que falló',
  clear: 'Vaciar la lista',
  resumed: 'sigue donde se detuvo',
  nothing: 'El archivo está vacío.',
  altered: 'Llegaron otros bytes que los enviados. Vuelva a intentarlo.',
  leftOut: ({ n, all, first }) =>
    count(n, {
      one: `${first} no se puede leer y se ha omitido.`,
      other: `${all} archivos o carpetas no se pueden leer y se han omitido, entre ellos ${first}.`,
    }),
  see: (name) => `Ver ${name}`,
  finished: 'Se han enviado todos los archivos. Esperan su revisión.',
}
