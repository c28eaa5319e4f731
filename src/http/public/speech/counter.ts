/** A number with what it counts, as a language does: none is one in French. */
export function counter(locale: string) {
  // Made with the first page in the language: a start would wait ten milliseconds for all of them.
  let rules: Intl.PluralRules | undefined
  let number: Intl.NumberFormat | undefined
  return (n: number, forms: { one: string; other: string }): string => {
    rules ??= new Intl.PluralRules(locale)
    number ??= new Intl.NumberFormat(locale)
    return `${number.format(n)} ${rules.select(n) === 'one' ? forms.one : forms.other}`
  }
}
