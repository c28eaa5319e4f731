import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Configurar este servidor',
  lead: 'Nadie ha estado aquí antes. Quien tenga el código será el administrador.',
  code: 'Código de configuración',
  codeHint: 'El servidor lo imprimió al arrancar; kontor init lo imprime otra vez.',
  house: 'Nombre de su organización',
  submit: 'Configurar',
  back: 'Tengo una cuenta',
  checks: 'Lo que se ve desde aquí',
  secure: 'Esta página llega por HTTPS.',
  local: 'Esta página llega desde este mismo equipo: hará falta HTTPS cuando vengan otros.',
  insecure: 'Esta página llega por HTTP sin cifrar: solo se puede iniciar sesión por HTTPS.',
  version: (version) => `Kontor ${version}`,
}
