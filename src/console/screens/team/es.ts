import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('es')

export const es: typeof en = {
  title: 'Equipo',
  houseId: 'Id de esta organización',
  members: 'Miembros',
  invitations: 'Invitaciones abiertas',
  invite: 'Invitar…',
  inviteTitle: 'Invitar a alguien',
  inviteHint: 'Recibirá un enlace para entregárselo.',
  email: 'Correo electrónico',
  emailHint:
    'Solo ella puede usarlo, y lo recibe si este servidor envía correo. Vacío: quien lo tenga.',
  days: 'Válida durante',
  validFor: { 1: 'un día', 7: 'una semana', 31: 'un mes' },
  make: 'Crear el enlace',
  link: 'El enlace',
  linkHint:
    'Solo se muestra ahora: se guarda solo su hash. Quien lo abra entra en esta organización.',
  invited: 'El enlace está creado',
  roles: 'Roles',
  roleNames: {
    owner: 'Propietario',
    admin: 'Administrador',
    seller_manager: 'Vendedor',
    buyer_manager: 'Comprador',
    operator: 'Operador',
    viewer: 'Lector',
  },
  roleHints: {
    owner: 'Todo, también otros propietarios',
    admin: 'Todo salvo los propietarios',
    seller_manager: 'Conjuntos de datos, archivos, precios',
    buyer_manager: 'Búsquedas, compras, claves',
    operator: 'Ve conjuntos de datos y cifras',
    viewer: 'Ve conjuntos de datos',
  },
  choose: 'Elija al menos un rol.',
  you: 'usted',
  joined: (when) => `desde el ${when}`,
  keys: (n, shown) => count(n, { one: '1 clave', other: `${shown} claves` }),
  change: 'Roles…',
  changeTitle: (name) => `Lo que puede hacer ${name}`,
  changeHint: 'Vale de inmediato, también para las claves que ha creado.',
  changed: (name) => `Los roles de ${name} han cambiado`,
  remove: 'Quitar…',
  removeTitle: (name) => `¿Quitar a ${name}?`,
  removeHint: 'Sus sesiones terminan de inmediato, y se borran su nombre y su dirección.',
  theirKeys: 'Claves que ha creado',
  fates: {
    revoke: 'Dejan de funcionar',
    take_over:
      'Pasan a ser mías, hasta donde llegan mis roles; quien las tiene puede seguir usándolas',
  },
  removeNow: 'Quitar',
  removed: (name) => `${name} ya no está en el equipo`,
  none: 'No hay ninguna abierta.',
  anybody: 'Quien tenga el enlace',
  until: (when) => `hasta el ${when}`,
  revoke: 'Revocar',
  revoked: 'La invitación está revocada',
}
