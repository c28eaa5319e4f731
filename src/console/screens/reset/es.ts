import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Otra contraseña',
  ask: 'Enviamos un código a su dirección. Vale durante una hora.',
  email: 'Correo electrónico',
  submitAsk: 'Enviarme el código',
  sent: 'Si hay una cuenta con esta dirección, un mensaje está en camino.',
  change: 'Con el código del mensaje, o de un administrador, elige otra contraseña.',
  code: 'Código',
  password: 'Contraseña nueva',
  passwordHint: 'Al menos 12 caracteres; varias palabras van bien.',
  submitChange: 'Cambiar la contraseña',
  done: 'La contraseña ha cambiado. Inicie sesión con ella.',
  haveCode: 'Tengo un código',
  back: 'Iniciar sesión',
}
