import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Aquí no hay nada',
  hint: 'Puede que la dirección esté mal escrita, o que lo que había aquí ya no exista.',
  home: 'Ir al resumen',
}
