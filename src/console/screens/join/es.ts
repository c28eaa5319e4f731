import type { en } from './en.ts'

export const es: typeof en = {
  join: 'Unirse con una invitación',
  signUp: 'Abrir una cuenta',
  invited:
    'Alguien de su organización le ha invitado. El código está en el enlace o en su mensaje.',
  open: 'Con una invitación se une a una organización que ya está aquí; sin ella funda la suya.',
  closed: 'Aquí las cuentas se abren por invitación. Pida una a alguien de su organización.',
  code: 'Código de invitación',
  codeHint: 'Déjelo vacío para fundar su propia organización.',
  house: 'Nombre de su organización',
  houseHint: 'Empresa o institución; con una invitación ya se conoce.',
  name: 'Su nombre',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordHint: 'Al menos 12 caracteres; varias palabras van bien.',
  submit: 'Entrar',
  back: 'Tengo una cuenta',
  moves: ({ email, house }) =>
    `Está aquí como ${email}, en ${house}. Una cuenta está en una sola organización: si acepta, ` +
    `deja ${house}, y las claves API que creó allí terminan. Dirección, contraseña y segundos ` +
    'factores se quedan; los códigos de recuperación los crea de nuevo.',
  accept: 'Aceptar y cambiar',
}
