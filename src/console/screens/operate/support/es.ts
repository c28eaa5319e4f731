import { plural } from '../../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('es')

export const es: typeof en = {
  title: 'Asistencia',
  request: 'Id de una solicitud, req_…',
  start: 'Pegue el id de una solicitud',
  startHint: 'Cada rechazo muestra uno. Aquí está lo que saben de ella el registro y la auditoría.',
  asked: 'La solicitud',
  what: 'Qué',
  status: 'Respuesta',
  took: 'Tardó',
  ms: (n) => `${n} ms`,
  ended: 'Terminó',
  trace: 'Traza',
  noTrace: 'ninguna: KONTOR_TRACE_URL no está definida',
  forgotten: 'ninguna: ya no se recuerda',
  spans: (n, shown) => count(n, { one: '1 petición', other: `${shown} peticiones` }),
  lines: 'Líneas del registro',
  noLines: 'No se recuerda ninguna: quizá sea anterior al arranque del servidor.',
  deeds: 'Lo que cambió',
  noDeeds: 'Nada que la auditoría guarde.',
}
