import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Ceci est pour les administrateurs de la plateforme',
  hint: (email) =>
    `${email} n’en est pas un. L’exploitant de ce serveur peut regarder pour vous, ou vous nommer.`,
  home: 'Aller à l’aperçu',
}
