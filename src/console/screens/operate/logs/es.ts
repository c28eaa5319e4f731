import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Registro',
  request: 'Id de una solicitud',
  level: 'Nivel',
  levels: {
    debug: 'Todo',
    info: 'Lo que ocurre',
    warn: 'Avisos y errores',
    error: 'Errores',
  },
  slow: 'Cuánto tardó',
  anySpeed: 'Sin importar cuánto',
  slower: {
    100: '0,1 segundos o más',
    1000: '1 segundo o más',
    10000: '10 segundos o más',
  },
  since: (when) =>
    `Recordado desde ${when}. Lo anterior está donde el servidor escribe su registro.`,
  nothingYet: 'Aún no se ha escrito nada.',
  none: 'Ninguna línea así',
  noneHint: 'Las líneas por debajo del nivel configurado del servidor no se escriben.',
}
