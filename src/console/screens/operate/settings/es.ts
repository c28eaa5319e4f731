import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Ajustes',
  hint: 'Como se arrancó el servidor. Se cambian donde se arranca; lo secreto está oculto.',
  secrets: 'Secretos de firma',
  find: 'Buscar un ajuste',
  given: 'Solo los definidos',
  setting: 'Ajuste',
  value: 'Valor',
  from: 'Leído de',
  notSet: 'sin definir',
  origins: {
    flag: 'opción',
    environment: 'entorno',
    file: 'archivo kontor.json',
    default: 'predeterminado',
  },
  restart:
    'Un cambio vale cuando el servidor arranca de nuevo. Una opción prevalece sobre el ' +
    'entorno, y este sobre kontor.json.',
  effects: {
    vectors:
      'Después todos los vectores se crean de nuevo en segundo plano; se puede seguir buscando.',
    reading: 'Los archivos que ya están se leen así cuando su conjunto de datos se lee de nuevo.',
    secrets: 'Lea antes la página sobre secretos del manual: con ella se abre lo sellado.',
  },
}
