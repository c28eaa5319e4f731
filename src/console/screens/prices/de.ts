import type { en } from './en.ts'

export const de: typeof en = {
  of: (name) => `Preise versuchen: ${name}`,
  back: 'Zurück zum Datensatz',
  hint:
    'Was die Downloads der letzten 30 Tage zu anderen Preisen gebracht hätten, wenn dieselben ' +
    'Käufer dasselbe gekauft hätten. Vom Ansehen ändert sich nichts.',
  downloads: 'Downloads',
  downloadsNote: 'durch andere, in den letzten 30 Tagen',
  capped: (n) => `die letzten ${n} davon`,
  brought: 'Sie brachten',
  broughtNote: 'was Käufer zahlten',
  yours: 'Davon Ihr Teil',
  yoursNote: 'nach der Gebühr des Marktplatzes',
  housePrice: 'Preis des Marktplatzes',
  price: 'Preis einer Datei',
  priceHint: 'In Euro.',
  model: 'Wie er sich ändert',
  models: {
    fixed: 'Er bleibt, wie er ist',
    time_decay: 'Er fällt mit dem Alter einer Datei',
    demand_curve: 'Er steigt mit der Zahl der Käufer',
  },
  modelHints: {
    fixed: 'Jede Datei kostet das.',
    time_decay: 'Die Hälfte nach 180 Tagen, mindestens ein Viertel.',
    demand_curve:
      'Ein Zehntel mehr für jede Verdoppelung der Käufer in 30 Tagen, höchstens das Doppelte.',
  },
  try: 'Versuchen',
  table: 'Zu anderen Preisen',
  yourPart: 'Was Ihr Teil gewesen wäre, und wie viel mehr oder weniger das ist, als was war.',
  more: (money) => `${money} mehr`,
  less: (money) => `${money} weniger`,
  same: 'dasselbe',
  tried: 'versucht',
  current: 'jetzt',
  set: 'Setzen…',
  setTitle: (price) => `${price} je Datei setzen?`,
  setFree: 'Dateien kostenlos abgeben?',
  setHint: 'Käufer zahlen ihn ab sofort. Was vorher angeboten wurde, gilt, wie es angeboten wurde.',
  setNow: 'Preis setzen',
  isSet: 'Der Preis ist gesetzt',
  before: 'Bisher',
  after: 'Ab jetzt',
  empty: 'Keine Downloads in den letzten 30 Tagen',
  emptyHint: 'Zu rechnen gibt es noch nichts. Setzen lässt sich ein Preis trotzdem.',
}
