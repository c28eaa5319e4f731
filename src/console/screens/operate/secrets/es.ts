import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Secretos de firma',
  back: 'Todos los ajustes',
  hint:
    'Con ellos se firman enlaces, sesiones y códigos. Solo números y fechas: ningún secreto se ' +
    'muestra en ninguna parte.',
  generations: 'Generaciones',
  generation: (n) => `Generación ${n}`,
  signs: 'Firma',
  taken: (when) => `Se acepta hasta el ${when}`,
  made: (when) => `creada el ${when}`,
  first: 'vino con la carpeta de datos',
  masters: 'Se abren con',
  mastersHint: 'Huellas de las claves maestras; la primera es la que está en uso.',
  works: 'Secretos nuevos',
}
