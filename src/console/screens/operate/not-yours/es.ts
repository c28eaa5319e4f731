import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Esto es para administradores de la plataforma',
  hint: (email) =>
    `${email} no lo es. Quien opera este servidor puede mirar por usted, o hacerle uno.`,
  home: 'Ir al resumen',
}
