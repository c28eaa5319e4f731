/** One or several, as a language counts: `plural('en')(n, { one: 'file', other: 'files' })`. */
export function plural(locale: string) {
  const rules = new Intl.PluralRules(locale)
  return (count: number, forms: { one: string; other: string }): string =>
    rules.select(count) === 'one' ? forms.one : forms.other
}
