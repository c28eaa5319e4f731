import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Almacenamiento',
  free: 'Libre en el disco',
  used: 'Del disco está ocupado',
  of: (all) => `de ${all}`,
  stored: 'Archivos de las casas',
  files: (n) => `Archivos: ${n}`,
  database: 'Base de datos',
  andLog: (size) => `y ${size} de su diario`,
  previews: 'Vistas previas',
  removals: 'Esperan ser eliminados',
  next: (when) => `el próximo ${when}`,
  kinds: 'Por tipo y estado',
  kind: 'Tipo',
  count: 'Número',
  size: 'Tamaño',
  tenants: (n) => `Por casa, de ${n}`,
  part: ({ size, quota }) => `${size} de ${quota}`,
  works: 'Lo que puede irse',
}
