import { w } from './words.ts'

/** A deed in words; one that is new to this page is called as the server calls it. */
export function deedName(action: string): string {
  const [thing = '', deed = ''] = action.split('.')
  const { things, deeds } = w() as Readonly<Record<'things' | 'deeds', Record<string, string>>>
  const [what, befell] = [things[thing], deeds[deed]]
  return what !== undefined && befell !== undefined
    ? w().named({ thing: what, deed: befell })
    : action
}
