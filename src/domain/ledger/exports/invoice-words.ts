/** The words of a printed invoice, in the languages that the console has. */
export const invoiceLanguages = ['en', 'de', 'es', 'fr'] as const
export type InvoiceLanguage = (typeof invoiceLanguages)[number]

type Words = {
  invoice: string
  running: string
  /** What corrects others, and is owed to the buyer. */
  creditNote: string
  from: string
  to: string
  month: string
  issued: string
  what: string
  quantity: string
  nothing: string
  total: string
  noTax: string
  credited: string
  refundOf: string
  kinds: Readonly<Record<string, string>>
}

export const invoiceWords: Readonly<Record<InvoiceLanguage, Words>> = {
  en: {
    invoice: 'Invoice',
    running: 'Invoice (the month is not over)',
    creditNote: 'Credit note',
    from: 'From: ',
    to: 'To: ',
    month: 'Month: ',
    issued: 'Issued: ',
    what: 'What',
    quantity: 'Quantity',
    nothing: 'Nothing was used',
    total: 'Total, net',
    noTax: 'Amounts are net: no tax is worked out. Months are those of UTC.',
    credited: 'Put on the balance',
    refundOf: 'Given back, charged in',
    kinds: {
      plan: 'Monthly plan',
      search: 'Searches',
      retrieval_standard: 'Passages, standard',
      retrieval_premium: 'Passages, premium',
      citation: 'Citations',
      download: 'Downloads',
      outcome: 'Outcomes',
      grant: 'Granted',
      voucher: 'Vouchers',
      welcome: 'Welcome credits',
      stripe: 'Paid by card',
      x402: 'Paid with requests',
    },
  },
  de: {
    invoice: 'Rechnung',
    running: 'Rechnung (der Monat ist nicht vorbei)',
    creditNote: 'Rechnungskorrektur',
    from: 'Von: ',
    to: 'An: ',
    month: 'Monat: ',
    issued: 'Ausgestellt: ',
    what: 'Was',
    quantity: 'Anzahl',
    nothing: 'Nichts wurde genutzt',
    total: 'Summe, netto',
    noTax: 'Die Beträge sind netto: eine Steuer wird nicht berechnet. Monate sind die von UTC.',
    credited: 'Aufgeladen',
    refundOf: 'Erstattet, berechnet im Monat',
    kinds: {
      plan: 'Monatlicher Tarif',
      search: 'Suchen',
      retrieval_standard: 'Stellen',
      retrieval_premium: 'Stellen, Premium',
      citation: 'Zitate',
      download: 'Downloads',
      outcome: 'Anteile an Erlösen',
      grant: 'Gutgeschrieben',
      voucher: 'Gutscheine',
      welcome: 'Willkommensguthaben',
      stripe: 'Mit Karte bezahlt',
      x402: 'Mit Anfragen bezahlt',
    },
  },
  es: {
    invoice: 'Factura',
    running: 'Factura (el mes no ha terminado)',
    creditNote: 'Factura rectificativa',
    from: 'De: ',
    to: 'Para: ',
    month: 'Mes: ',
    issued: 'Emitida: ',
    what: 'Concepto',
    quantity: 'Cantidad',
    nothing: 'No se usó nada',
    total: 'Total, neto',
    noTax: 'Los importes son netos: no se calcula ningún impuesto. Los meses son los de UTC.',
    credited: 'Recargado',
    refundOf: 'Devuelto, cobrado en',
    kinds: {
      plan: 'Plan mensual',
      search: 'Búsquedas',
      retrieval_standard: 'Pasajes',
      retrieval_premium: 'Pasajes, premium',
      citation: 'Citas',
      download: 'Descargas',
      outcome: 'Partes de ingresos',
      grant: 'Abonado',
      voucher: 'Vales',
      welcome: 'Saldo de bienvenida',
      stripe: 'Pagado con tarjeta',
      x402: 'Pagado con peticiones',
    },
  },
  fr: {
    invoice: 'Facture',
    running: 'Facture (le mois n’est pas terminé)',
    creditNote: 'Facture d’avoir',
    from: 'De\u202f: ',
    to: 'À\u202f: ',
    month: 'Mois\u202f: ',
    issued: 'Émise le\u202f: ',
    what: 'Objet',
    quantity: 'Quantité',
    nothing: 'Rien n’a été utilisé',
    total: 'Total, hors taxe',
    noTax:
      'Les montants sont hors taxe\u202f: aucune taxe n’est calculée. Les mois sont ceux d’UTC.',
    credited: 'Porté au solde',
    refundOf: 'Remboursé, facturé en',
    kinds: {
      plan: 'Forfait mensuel',
      search: 'Recherches',
      retrieval_standard: 'Passages',
      retrieval_premium: 'Passages, premium',
      citation: 'Citations',
      download: 'Téléchargements',
      outcome: 'Parts de revenus',
      grant: 'Crédité',
      voucher: 'Bons',
      welcome: 'Crédit de bienvenue',
      stripe: 'Payé par carte',
      x402: 'Payé avec des requêtes',
    },
  },
}
