import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Stockage',
  free: 'Libre sur le disque',
  used: 'Du disque est occupé',
  of: (all) => `sur ${all}`,
  stored: 'Fichiers des maisons',
  files: (n) => `Fichiers : ${n}`,
  database: 'Base de données',
  andLog: (size) => `et ${size} de son journal`,
  previews: 'Aperçus',
  removals: 'Attendent d’être effacés',
  next: (when) => `le prochain ${when}`,
  kinds: 'Par sorte et état',
  kind: 'Sorte',
  count: 'Nombre',
  size: 'Taille',
  tenants: (n) => `Par maison, sur ${n}`,
  part: ({ size, quota }) => `${size} sur ${quota}`,
  works: 'Ce qui peut partir',
}
