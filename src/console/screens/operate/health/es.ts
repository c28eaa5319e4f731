import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Estado',
  up: 'En marcha desde hace',
  version: (version) => `versión ${version}`,
  memory: 'Memoria',
  disk: 'Libre en el disco',
  diskUsed: 'Del disco está ocupado',
  of: (all) => `de ${all}`,
  waiting: 'Tareas en espera',
  running: (n) => `${n} en curso`,
  backup: 'Última copia de seguridad',
  none: 'ninguna',
  verified: (when) => `comprobada ${when}`,
  notVerified: 'aún sin comprobar',
  doctor: 'Lo que dice el médico',
  notYet: 'Sin examinar desde que arrancó el servidor',
  notYetHint: 'Un examen tarda unos segundos y no molesta a nadie.',
  well: 'Todo está en orden.',
  checks: 'Comprobaciones',
  units: {
    days: (n) => `${n} d`,
    hours: (n) => `${n} h`,
    minutes: (n) => `${n} min`,
  },
}
