import type { en } from './en.ts'

export const es: typeof en = {
  title: '¿Es esta su dirección?',
  ask: 'Con el código del mensaje muestra que lee el correo de esta dirección.',
  code: 'Código',
  submit: 'Sí, es mía',
  done: (email) => `${email} está verificada.`,
  go: 'Ir a la consola',
}
