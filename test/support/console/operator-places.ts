import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../../src/console/app/operate/', import.meta.url)

/** Where operators go, as the console's own lists have it: `/tenants/:id`. */
export function operatorPlaces(): string[] {
  const listed = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const named = [...listed.join('').matchAll(/\['(\/[^']*)'/g)].map(([, path]) => String(path))
  return ['/review', '/review/decided', ...named]
}
