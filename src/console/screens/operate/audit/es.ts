import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Auditoría',
  entries: { one: '1 entrada', many: (n) => `${n} entradas` },
  none: 'No hay ninguna entrada así',
  noneHint: 'Quite un filtro o elija otros días.',
  action: 'Acción',
  actionHint: 'Como tenant.suspended, o tenant para todas ellas',
  actor: 'Quién: identificador',
  subject: 'Qué: identificador',
  tenant: 'Organización: identificador',
  from: 'Desde',
  to: 'Hasta',
  clear: 'Sin filtros',
  export: 'Exportar',
  actors: {
    user: 'Persona',
    api_key: 'Clave',
    operator: 'Quien está en la máquina',
    system: 'El servidor',
  },
  by: ({ who, when }) => `${who}, ${when}`,
  request: (id) => `Petición ${id}`,
  onlyActor: 'Todo lo que hizo',
  onlySubject: 'Todo lo que le ocurrió',
  details: 'Detalles',
}
