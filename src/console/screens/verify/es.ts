import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Comprobar un recibo',
  lead: 'Aquí se puede comprobar un recibo de este mercado. El archivo no sale de su navegador.',
  drop: 'Suelte aquí un recibo',
  choose: 'Elegir un archivo',
  paste: 'O pegue su texto',
  check: 'Comprobar',
  notAReceipt: 'Esto no es un recibo de un Kontor: un recibo es JSON con cabecera y asientos.',
  genuine: 'Este recibo es auténtico',
  forged: 'Este recibo no es auténtico',
  checked: 'Comprobado en su navegador, con la clave pública de este mercado.',
  steps: {
    signature: 'La cabecera del libro mayor está firmada con la clave de este mercado',
    included: 'Cada asiento está en el libro mayor que describe la cabecera',
    about: 'Cada asiento trata de esta compra',
    sums: 'Lo que recibieron las partes es lo que se cobró',
  },
  failed: 'no se cumple',
  house: 'Este mercado',
  provider: 'El proveedor',
  facts: { what: 'Qué', when: 'Cuándo', buyer: 'Comprador', id: 'Recibo' },
  charged: 'Cobrado',
  head: ({ rows, when }) => `${rows} asientos, firmado el ${when} con la clave`,
  save: 'Guardar el recibo',
  print: 'Imprimir',
  another: 'Comprobar otro',
}
