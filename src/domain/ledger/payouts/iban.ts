import { InvalidInput } from '../../../base/errors.ts'

/** Lengths by country (ISO 13616): SEPA countries, the only ones that a SEPA file can pay to. */
const lengths: Readonly<Record<string, number>> = {
  AD: 24,
  AL: 28,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  RS: 22,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
}

/** An IBAN without spaces and in capitals. Throws InvalidInput for one that cannot be. */
export function ibanOf(typed: string): string {
  const iban = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  const isShaped = /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)
  if (isShaped && iban.length === lengths[iban.slice(0, 2)] && checksum(iban) === 1) return iban
  throw new InvalidInput({
    field: 'iban',
    reason: 'invalid_iban',
    message: 'iban must be the IBAN of an account in the SEPA area.',
  })
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
  if (/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)) return bic
  throw new InvalidInput({
    field: 'bic',
    reason: 'invalid_bic',
    message: 'bic must have 8 or 11 letters and digits.',
  })
}
