import { plural } from '../../i18n/plural.ts'
import type { en } from './en.ts'

const count = plural('es')

export const es: typeof en = {
  earned: 'Ganado',
  spent: 'Gastado',
  thirty: 'en 30 días',
  found: 'Pasajes encontrados',
  downloads: 'Descargas',
  stored: 'Almacenado',
  forSale: 'A la venta',
  waiting: 'En revisión',
  left: 'Saldo restante',
  searches: 'Búsquedas de este mes',
  thisMonth: 'este mes',
  of: ({ part, all }) => `${part} de ${all}`,
  perDay: 'por día',
  byDataset: 'Por conjunto de datos',
  nothing: 'Nada en estos 30 días.',
  todo: 'Pendiente para usted',
  done: 'No hay nada pendiente.',
  account: 'Diga dónde quiere cobrar',
  inReview: (n, shown) =>
    count(n, { one: '1 archivo está en revisión', other: `${shown} archivos están en revisión` }),
  soon: (n, shown) =>
    count(n, {
      one: '1 de ellos vence en menos de 12 horas',
      other: `${shown} de ellos vencen en menos de 12 horas`,
    }),
  unread: (n, shown) =>
    count(n, {
      one: 'No se ha podido leer 1 archivo',
      other: `No se han podido leer ${shown} archivos`,
    }),
  stuck: {
    rejected: ({ n, shown, name }) =>
      count(n, {
        one: `Se ha rechazado 1 archivo de ${name}`,
        other: `Se han rechazado ${shown} archivos de ${name}`,
      }),
    failed: ({ n, shown, name }) =>
      count(n, {
        one: `No se ha podido leer 1 archivo de ${name}`,
        other: `No se han podido leer ${shown} archivos de ${name}`,
      }),
    expired: ({ n, shown, name }) =>
      count(n, {
        one: `1 archivo de ${name} no se revisó a tiempo`,
        other: `${shown} archivos de ${name} no se revisaron a tiempo`,
      }),
  },
  toReview: (n, shown) =>
    count(n, {
      one: '1 archivo espera su revisión',
      other: `${shown} archivos esperan su revisión`,
    }),
  noFigures: 'Lo que la organización gana y gasta lo ven otras personas. Usted puede ir aquí:',
  upload: 'Suba sus primeros archivos',
  search: 'Haga su primera pregunta',
  asked: 'Lo que han buscado los compradores',
  askedHint: 'Una palabra aparece cuando tres organizaciones la han buscado.',
}
