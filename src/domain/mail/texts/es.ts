import type { Words } from './words.ts'

export const es: Words = {
  greeting: 'Hola:',
  invitation: (house) => ({
    subject: `Invitación a ${house}`,
    text: `Le invitan a unirse a «${house}».`,
  }),
  reset: {
    subject: 'Nueva contraseña',
    text: 'Alguien, probablemente usted, ha pedido otra contraseña para esta dirección.',
  },
  test: {
    subject: 'Prueba de correo',
    text: 'Esta carta muestra que su servidor puede enviar correo. No hay nada que hacer.',
  },
  verification: {
    subject: '¿Es esta su dirección?',
    text: 'Una cuenta tiene esta dirección, o va a tenerla. Confirme que usted lee su correo.',
  },
  moved: {
    subject: 'Su cuenta tiene otra dirección',
    text:
      'La cuenta que tenía esta dirección tiene ahora otra. ¿No ha sido usted? Escriba ' +
      'enseguida a quien gestiona este mercado: puede cerrar sus sesiones y bloquearla.',
  },
  offMarket: {
    'object.taken_down': (name) =>
      `Quien gestiona este mercado ha retirado el archivo «${name}». Nadie lo encuentra, lo lee ` +
      'ni lo compra, y quien compró una licencia no puede descargarlo mientras tanto.',
    'object.restored': (name) =>
      `El archivo «${name}» ha vuelto: se encuentra, se lee y se vende como antes.`,
    'dataset.suspended': (name) =>
      `Quien gestiona este mercado ha suspendido el conjunto de datos «${name}». Nadie encuentra ` +
      'sus archivos, tampoco ustedes, y no admite otros nuevos.',
    'dataset.resumed': (name) =>
      `El conjunto de datos «${name}» ya no está suspendido. Es lo que era antes.`,
    'tenant.suspended': (name) =>
      `Quien gestiona este mercado ha suspendido «${name}». Sus personas y claves no pueden ` +
      'hacer nada, y lo que ofrece no está a la venta. Archivos, saldo y claves quedan como están.',
    'tenant.resumed': (name) => `«${name}» ya no está suspendida. Todo está como antes.`,
  },
  filesOffMarket: (count) => `${count} archivos se han retirado o han vuelto`,
  reason: 'Motivo',
  contest: '¿Es un error, o tiene preguntas? Escriba a quien gestiona este mercado.',
  code: 'Código',
  link: 'Dirección',
  validUntil: (time) => `Válido una vez, hasta ${time}.`,
  ignore: 'Si no esperaba este mensaje, no haga nada: nada cambiará.',
  news: (count) => (count === 1 ? 'Ha ocurrido algo' : `Han ocurrido ${count} cosas`),
  daily: 'Lo ocurrido hoy',
  more: (count) => `y ${count} más`,
  stop: 'No recibir más mensajes como este',
  events: {
    'object.uploaded': 'Se ha subido un archivo que espera su revisión',
    'object.approved': 'Se ha aprobado un archivo',
    'object.rejected': 'Se ha rechazado un archivo',
    'object.expired': 'Un archivo no se ha revisado a tiempo',
    'object.indexed': 'Ya se puede encontrar un archivo',
    'object.failed': 'No se ha podido leer un archivo',
    'object.deleted': 'Se ha eliminado un archivo',
    'object.taken_down': 'Se ha retirado un archivo',
    'object.restored': 'Se ha restablecido un archivo retirado',
    'dataset.deleted': 'Se ha eliminado un conjunto de datos',
    'dataset.suspended': 'Se ha suspendido un conjunto de datos',
    'dataset.resumed': 'Un conjunto de datos ya no está suspendido',
    'tenant.suspended': 'Se ha suspendido su casa',
    'tenant.resumed': 'Su casa ya no está suspendida',
    'dataset.access_requested': 'Alguien pide acceso a un conjunto de datos',
    'dataset.access_decided': 'Se ha decidido una petición de acceso',
    'dataset.access_ended': 'Su acceso a un conjunto de datos ha terminado',
    'download.sold': 'Se ha vendido un archivo',
    'licence.sold': 'Se ha vendido una licencia',
    'credits.low': 'Queda poco saldo',
    'allowance.spent': 'Se han agotado las búsquedas de este mes',
    'key.created': 'Se ha creado una clave de API',
    'key.revoked': 'Una clave de API ya no es válida',
    'member.joined': 'Alguien se ha unido',
    'member.second_factor_changed': 'Se ha cambiado un segundo factor',
    'statement.ready': 'La liquidación de un mes está lista',
    'payout.paid': 'Se ha realizado un pago',
    'dispute.opened': 'Se ha disputado un cargo',
    'review.waiting': 'Un archivo espera su revisión',
    'review.expiring': 'Pronto vence el plazo de revisión de un archivo',
    'import.finished': 'Se ha importado una carpeta del servidor',
    'watch.failed': 'No se puede leer una carpeta vigilada',
    'backup.failed': 'Ha fallado una copia de seguridad',
    'doctor.problem': 'Algo no está bien en el servidor',
    'doctor.solved': 'Algo vuelve a estar en orden',
    'webhook.disabled': 'Se ha desactivado un webhook',
  },
}
