/** A field of a form as it was filled in. */
export type FilledField = {
  /** What it is called for people; often missing. */
  label: string
  /** What it is called for programs. */
  name: string
  isBox: boolean
  value: string
}

/** Of annotations, and of fields: bits of their flags (ISO 32000-2, 12.5.3 and 12.7.4.3). */
export const hiddenFlags = 2 | 32
export const passwordFlag = 1 << 13

const labelCharsMax = 200

/** What is said of a filled field: a box that is ticked means nothing without a name. */
export function formLine({ label, name, isBox, value }: FilledField): string | undefined {
  const said = value.replace(/\r\n?/g, '\n').trim()
  if (said === '' || (isBox && said === 'Off')) return undefined
  const called = label.trim() || (isBox ? lastPart(name) : '')
  return called === '' || called.length > labelCharsMax ? said : `${called}: ${said}`
}

/** `page[0].leak[0]` → `leak`. */
function lastPart(name: string): string {
  return (name.split('.').at(-1) ?? '').replace(/\[\d+\]$/, '')
}
