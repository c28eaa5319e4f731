import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Secrets de signature',
  back: 'Tous les réglages',
  hint:
    'Ils signent les liens, les sessions et les codes. Des numéros et des dates seulement : ' +
    'aucun secret n’est montré nulle part.',
  generations: 'Générations',
  generation: (n) => `Génération ${n}`,
  signs: 'Signe',
  taken: (when) => `Acceptée jusqu’au ${when}`,
  made: (when) => `créée le ${when}`,
  first: 'venue avec le dossier de données',
  masters: 'Ouverts avec',
  mastersHint: 'Empreintes des clés maîtresses ; la première est celle qui est en usage.',
  works: 'Nouveaux secrets',
}
