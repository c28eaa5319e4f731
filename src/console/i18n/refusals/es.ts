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
  'This second factor is wrong, or was used before.':
    'Este segundo factor es incorrecto o ya se usó.',
  'This code is not valid (any more). Have another one sent.':
    'Este código no es válido (o ya no lo es). Pida que le envíen otro.',
  'This address belongs to a member already.': 'Esta dirección ya es de un miembro.',
  'A tenant keeps at least one owner: make somebody else an owner first.':
    'Una casa conserva al menos un propietario: nombre antes a otra persona.',
  'You are in this tenant already.': 'Usted ya está en esta casa.',
  'This needs the role owner or admin.': 'Esto requiere el rol de propietario o de administrador.',
  'Only an owner or an admin may redeem a voucher.':
    'Solo un propietario o un administrador puede canjear un vale.',
  'Access was requested already, and the provider has not decided yet.':
    'El acceso ya se ha pedido y el proveedor aún no ha decidido.',
  'This tenant has access to the dataset already.':
    'Esta casa ya tiene acceso al conjunto de datos.',
  'This dataset is suspended and takes no uploads.':
    'Este conjunto de datos está suspendido y no admite archivos.',
  'The bytes received have another SHA-256 than the one declared.':
    'El archivo no ha llegado como se envió. Súbalo de nuevo.',
  'This asset cannot be compared yet: its vectors are being made. Nothing was charged.':
    'Este archivo todavía no se puede comparar: se está preparando. No se ha cobrado nada.',
  'Nobody can sign up here. The operator adds the accounts.':
    'Aquí nadie puede abrir una cuenta por sí mismo. El operador crea las cuentas.',
  'Passkeys need a server with a domain name, over HTTPS or on this machine.':
    'Las llaves de acceso requieren un servidor con nombre de dominio, por HTTPS o en este equipo.',
  // Whatever it is that there is none of.
  'No such': 'Eso no existe (o ya no).',
}
