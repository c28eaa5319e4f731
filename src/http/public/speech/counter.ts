/** A number with what it counts, as a language does: none is one in French. */
export function counter(locale: string) {
  const rules = new Intl.PluralRules(locale)
  const number = new Intl.NumberFormat(locale)
  return (n: number, forms: { one: string; other: string }): string => {
    return `${number.format(n)} ${rules.select(n) === 'one' ? forms.one : forms.other}`
  }
}
