import { InvalidInput } from './errors.ts'

/**
 * What follows the check digits, by country (ISO 13616): digits, capitals, or either, and how
 * many. SEPA countries, the only ones that a SEPA file can pay to.
 */
const forms: Readonly<Record<string, string>> = {
  AD: 'n8c12',
  AL: 'n8c16',
  AT: 'n16',
  BE: 'n12',
  BG: 'a4n6c8',
  CH: 'n5c12',
  CY: 'n8c16',
  CZ: 'n20',
  DE: 'n18',
  DK: 'n14',
  EE: 'n16',
  ES: 'n20',
  FI: 'n14',
  FR: 'n10c11n2',
  GB: 'a4n14',
  GI: 'a4c15',
  GR: 'n7c16',
  HR: 'n17',
  HU: 'n24',
  IE: 'a4n14',
  IS: 'n22',
  IT: 'a1n10c12',
  LI: 'n5c12',
  LT: 'n16',
  LU: 'n3c13',
  LV: 'a4c13',
  MC: 'n10c11n2',
  MD: 'c20',
  ME: 'n18',
  MK: 'n3c10n2',
  MT: 'a4n5c18',
  NL: 'a4n10',
  NO: 'n11',
  PL: 'n24',
  PT: 'n21',
  RO: 'a4c16',
  RS: 'n18',
  SE: 'n20',
  SI: 'n15',
  SK: 'n20',
  SM: 'a1n10c12',
  VA: 'n18',
}

/** In SEPA and not in the EEA: a bank is found by its BIC there. */
const outsideEea = new Set(['AD', 'AL', 'CH', 'GB', 'GI', 'MC', 'MD', 'ME', 'MK', 'RS', 'SM', 'VA'])

const classes: Readonly<Record<string, string>> = { n: '\\d', a: '[A-Z]', c: '[A-Z0-9]' }

/** An IBAN without spaces and in capitals. Throws InvalidInput for one that cannot be. */
export function ibanOf(typed: string): string {
  const iban = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  if (isShaped(iban) && checksum(iban) === 1) return iban
  throw new InvalidInput({
    field: 'iban',
    reason: 'invalid_iban',
    message: 'iban must be the IBAN of an account in the SEPA area.',
  })
}

/** Check digits are worked out as 98 less a remainder: 00, 01 and 99 are none. */
function isShaped(iban: string): boolean {
  const form = forms[iban.slice(0, 2)]
  if (form === undefined) return false
  const bban = form.replaceAll(/([nac])(\d+)/g, (_, kind, count) => `${classes[kind]}{${count}}`)
  return new RegExp(`^[A-Z]{2}(?!00|01|99)\\d{2}${bban}$`).test(iban)
}

/** ISO 7064, MOD 97-10: digit by digit, because the number has up to 60 of them. */
function checksum(iban: string): number {
  const turned = iban.slice(4) + iban.slice(0, 4)
  let rest = 0
  for (const char of turned) {
    for (const digit of String(Number.parseInt(char, 36))) rest = (rest * 10 + Number(digit)) % 97
  }
  return rest
}

/** ISO 9362, eight or eleven characters. Throws InvalidInput. */
export function bicOf(typed: string): string {
  const bic = typed.replaceAll(/\s/g, '').toUpperCase()
  if (/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)) return bic
  throw new InvalidInput({
    field: 'bic',
    reason: 'invalid_bic',
    message: 'bic must have 8 or 11 letters and digits.',
  })
}

/** The BIC that goes with an IBAN: within the EEA there need not be one. Throws InvalidInput. */
export function bicFor({ iban, bic: typed }: { iban: string; bic?: string | undefined }) {
  if (typed !== undefined) return bicOf(typed)
  if (!outsideEea.has(iban.slice(0, 2))) return null
  throw new InvalidInput({
    field: 'bic',
    reason: 'required',
    message: 'bic is required: this account is outside the European Economic Area.',
  })
}
