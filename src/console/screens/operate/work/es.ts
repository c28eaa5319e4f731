import type { en } from './en.ts'

export const es: typeof en = {
  states: { running: 'en curso', done: 'en orden', wrong: 'no está en orden', failed: 'sin hacer' },
  levels: { error: 'Error', warning: 'Advertencia' },
  toDo: 'Qué hacer:',
  by: ({ who, when }) => `por ${who}, ${when}`,
  byMachine: (when) => `por la máquina, ${when}`,
  never: 'No desde que arrancó el servidor.',
  nothingFound: 'Todo está en orden.',
  progress: ({ done, total }) => `${done} de ${total}`,
  startedNow: (name) => `Empezado: ${name}`,
  endedNow: (name) => `Hecho: ${name}`,
  failedNow: (name) => `Sin hacer: ${name}`,
  really: (name) => `¿${name}?`,
  live: 'En vivo',
  stopped: 'Detenido',
  period: 'Mes',
  periodHint: 'Como 2026-09. El anterior a este, si no dice otro.',
  overlap: 'Horas de transición',
  overlapHint: 'Durante ese tiempo vale también lo firmado antes.',
  kinds: {
    doctor: {
      name: 'Examinar el servidor',
      hint: 'Disco, secretos, reloj, índice, archivos, copias de seguridad, ajustes.',
      now: 'Examinar ahora',
    },
    backup: {
      name: 'Hacer una copia de seguridad',
      hint: 'Donde dicen los ajustes.',
      now: 'Hacer una ahora',
    },
    backup_verify: {
      name: 'Comprobar la última copia',
      hint: 'La lee entera de nuevo y abre su base de datos.',
      now: 'Comprobar ahora',
    },
    ledger_verify: {
      name: 'Comprobar el libro mayor',
      hint: 'Asiento por asiento, hasta la cabecera firmada.',
      now: 'Comprobar ahora',
    },
    chain_verify: {
      name: 'Comprobar la cadena',
      hint: 'Bloque por bloque: lo que se escribió en la cadena de esta máquina.',
      now: 'Comprobar ahora',
    },
    index_verify: {
      name: 'Comparar el índice',
      hint: 'Si el índice tiene justo los pasajes que se pueden encontrar. No cambia nada.',
      now: 'Comparar ahora',
    },
    index_rebuild: {
      name: 'Reconstruir el índice',
      hint: 'Desde los pasajes de la base de datos; entretanto se responde a las búsquedas.',
      now: 'Reconstruir',
    },
    gc: {
      name: 'Borrar lo vencido',
      hint: 'Archivos que nadie necesita y a los que llegó la hora. No vuelven.',
      now: 'Borrar',
    },
    gc_count: {
      name: 'Contar lo vencido',
      hint: 'Lo que se borraría. No borra nada.',
      now: 'Contar',
    },
    settle: {
      name: 'Liquidar un mes',
      hint: 'Hace las liquidaciones de un mes terminado.',
      now: 'Liquidar',
    },
    settle_check: {
      name: 'Comprobar una liquidación',
      hint: 'Compara las liquidaciones de un mes con los libros.',
      now: 'Comprobar',
    },
    settle_preview: {
      name: 'Ver antes una liquidación',
      hint: 'Lo que dirían las liquidaciones. No escribe nada.',
      now: 'Ver',
    },
    secrets_rotate: {
      name: 'Nuevos secretos de firma',
      hint: 'Los anteriores valen durante las horas de transición.',
      now: 'Crear nuevos',
    },
    secrets_end_overlap: {
      name: 'Terminar la transición de secretos',
      hint: 'Cierra todas las sesiones anteriores a los últimos secretos, también la suya.',
      now: 'Terminar',
    },
    clock_confirm: {
      name: 'Confirmar el reloj',
      hint: 'Dice que la hora de esta máquina es correcta después de un salto.',
      now: 'Confirmar',
    },
    tenant_export: {
      name: 'Copia completa de una organización',
      hint: 'Todo lo que es suyo, en un solo archivo para llevárselo.',
      now: 'Hacer una ahora',
    },
    tenant_erase: {
      name: 'Borrar una organización',
      hint: 'Con sus personas y archivos. No hay vuelta atrás.',
      now: 'Borrar',
    },
  },
}
