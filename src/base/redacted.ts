/** What opens something, and what names a person, with what is shown instead. */
const named =
  'password|secret|token|master_?key|authorization|cookie|(?:setup|invitation|voucher)_?code'
const rules: readonly [pattern: RegExp, shown: string][] = [
  [/\bsess_[\w-]{8,}/g, 'sess_***'],
  [/\binvite_[\w-]{8,}/g, 'invite_***'],
  // Codes for the first administrator, and vouchers.
  [/\b[0-9a-f]{5}(?:-[0-9a-f]{5}){3}\b/g, '(code)'],
  [/\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){6}\b/g, '(code)'],
  [/\bkontorr?_[0-9A-Za-z]{8,12}_[\w-]{8,}/g, 'kontor_***'],
  [/AGE-SECRET-KEY-[0-9A-Z]+/g, 'AGE-SECRET-KEY-***'],
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, '$1 ***'],
  [/\/dl\/[\w-]{16,}/g, '/dl/***'],
  [/([?&](?:(?:x-amz-)?signature|sig|token|key|code)=)[^&\s"]+/gi, '$1***'],
  [/\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g, '(iban)'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '(address)'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '(ip)'],
  [/\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}\b/gi, '(ip)'],
  [/(?<![\w:])(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)?::(?:[0-9a-f]{1,4}[:.]?)*/gi, '(ip)'],
  [new RegExp(`((?:${named})[\\\\"]*\\s*[:=]\\s*[\\\\"]*)[^\\s\\\\",}]+`, 'gi'), '$1***'],
  // A master key and everything else of its length that is no checksum somebody asked for.
  [/\b[0-9a-f]{64}\b/g, '(64 digits)'],
]

export function redacted(line: string): string {
  return rules.reduce((text, [pattern, shown]) => text.replace(pattern, shown), line)
}
