import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Iniciar sesión',
  lead: 'Una casa de comercio para datos.',
  points: [
    'Una persona ha mirado todo lo que está a la venta.',
    'Cada pasaje dice dónde está: página o momento.',
    'Cada céntimo tiene un recibo que comprueba su propio navegador.',
  ],
  email: 'Correo electrónico',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  secondStep: 'La contraseña es correcta. Muestre ahora su segundo factor.',
  code: 'Código',
  codeHint: 'Seis cifras de su aplicación, o uno de sus códigos de recuperación.',
  passkey: 'Usar una llave de acceso',
  by: (name) => `Entrar con ${name}`,
  or: 'o',
  join: 'Tengo una invitación',
  lost: 'He perdido mi contraseña',
  signUp: 'Abrir una cuenta',
  confirm: 'Confirmar',
  confirmHint: 'Lo que va a hacer tiene consecuencias, y han pasado diez minutos.',
  again: 'Su sesión ha terminado. Inicie sesión de nuevo: lo que hacía sigue aquí.',
  suspended:
    'Su casa está suspendida: lo que tiene queda como está, y nadie de ella puede entrar. ' +
    'Pregunte a quien gestiona este mercado.',
}
