/** What the server says in English to people, in Spanish. What is not here stays English. */
export const es: Readonly<Record<string, string>> = {
  'The e-mail address or the password is wrong.':
    'La dirección de correo o la contraseña no es correcta.',
  'This is not the current password.': 'Esa no es la contraseña actual.',
  'This password is among the commonest and would soon be guessed.':
    'Esta contraseña es de las más comunes y pronto se adivinaría.',
  'This is not an e-mail address.': 'Esto no es una dirección de correo.',
  'There is an account with this e-mail address.':
    'Ya hay una cuenta con esta dirección de correo.',
  'This invitation is unknown, used or expired.':
    'Esta invitación no se conoce, ya se usó o ha caducado.',
  'Signing up here needs an invitation.': 'Para abrir una cuenta aquí hace falta una invitación.',
  'This set-up code is not valid (any more).':
    'Este código de instalación no es válido (o ya no lo es).',
  'This code is not valid (any more).': 'Este código no es válido (o ya no lo es).',
  'This code is wrong. Is the clock of the device right?':
    'Este código no es correcto. ¿Va bien el reloj del aparato?',
  'Too many people are logging in at this moment.':
    'En este momento entran demasiadas personas. Vuelva a intentarlo enseguida.',
  'Too many searches at once. Try again in a moment.':
    'Demasiadas búsquedas a la vez. Vuelva a intentarlo enseguida.',
  'This tenant is suspended. Ask whoever runs this platform.':
    'Su casa está suspendida. Pregunte a quien gestiona este mercado.',
  'This account is locked. Ask whoever runs this platform.':
    'Esta cuenta está bloqueada. Pregunte a quien gestiona este mercado.',
  'The balance is below the price of this download.': 'El saldo no alcanza para esta descarga.',
  'The balance is below the price of the passages found. Nothing was charged.':
    'El saldo no alcanza para los pasajes encontrados. No se ha cobrado nada.',
}
