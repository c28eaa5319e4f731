import type { en } from './en.ts'

export const fr: typeof en = {
  title: 'Il n’y a rien ici',
  hint: 'L’adresse est peut-être mal tapée, ou ce qui était ici n’existe plus.',
  home: 'Aller à l’aperçu',
}
