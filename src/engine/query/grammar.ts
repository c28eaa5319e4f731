/**
 * The grammar of queries in examples, for people. The page /docs/search is made of this, and a
 * test reads every example and compares its tree.
 */
export type GrammarExample = {
  readonly q: string
  readonly says: string
  /** As printQuery gives it. */
  readonly tree: string
}

export type GrammarSection = {
  readonly title: string
  readonly text: readonly string[]
  readonly examples: readonly GrammarExample[]
}

export const grammar: readonly GrammarSection[] = [
  {
    title: 'Plain words',
    text: [
      'Write what you look for. A passage with one of the words is found; passages with more of ' +
        'them, and with rarer ones, come first. Endings, accents and capitals do not matter: ' +
        'inspections finds inspected, prufung finds Prüfung. Words that say nothing, such as ' +
        'the or der, are passed over unless there is nothing else.',
      'Parts that are joined stay together: A-17, 2024-05-01 and OPS-306 are one word each, also ' +
        'when the passage writes A17; C++, C#, F# and .NET are names of their own, which C and ' +
        'net do not find. When no word is found anywhere, the nearest words that ' +
        'you may see are searched for instead, and the answer says so in corrected_query.',
    ],
    examples: [
      {
        q: 'boiler inspection',
        says: 'passages with boiler, inspection or both; both first',
        tree: '(ranked term:"boiler" term:"inspection")',
      },
      {
        q: 'boiler A-17 (Hamburg)',
        says: 'parentheses alone are punctuation',
        tree: '(ranked term:"boiler" term:"A-17" term:"Hamburg")',
      },
    ],
  },
  {
    title: 'Exact phrases',
    text: [
      'Double quotes ask for words in a row, exactly as they stand. A phrase is required; plain ' +
        'words beside it are still only preferred. In quotes every sign loses its meaning.',
      'Typographic quotes do the same: “ ”, „ “, ” ”, « », » «, 「 」. A mark without its ' +
        'counterpart is punctuation, and so is one behind a number (a 5" pipe).',
    ],
    examples: [
      {
        q: '"heat pump" noise',
        says: 'heat pump in a row; with noise first',
        tree: '(ranked phrase:"heat pump" term:"noise")',
      },
      { q: '"AND"', says: 'the word and itself', tree: '(ranked phrase:"AND")' },
      {
        q: '„heiße Pumpe“ Lärm',
        says: 'quotes of another language',
        tree: '(ranked phrase:"heiße Pumpe" term:"Lärm")',
      },
      {
        q: 'the "heat pump',
        says: 'never closed: three words',
        tree: '(ranked term:"the" term:"heat" term:"pump")',
      },
    ],
  },
  {
    title: 'Conditions',
    text: [
      'AND, OR and NOT in capitals, + (must) and - (must not) make a condition of the whole ' +
        'query: everything in it then counts, and what stands side by side is joined by AND. NOT ' +
        'binds tighter than AND, AND tighter than OR. Parentheses group, 32 deep at most.',
      'A - excludes only at the beginning of a word, after a space or a parenthesis. What an ' +
        'apostrophe cuts off a word does not count, as it does not among plain words: ' +
        "+l'inspection is inspection in any form; in quotes it stands as it is written.",
    ],
    examples: [
      {
        q: 'boiler AND inspection',
        says: 'both words',
        tree: '(and term:"boiler" term:"inspection")',
      },
      {
        q: '(boiler OR turbine) report NOT draft',
        says: 'report with one of the two, without draft',
        tree: '(and (or term:"boiler" term:"turbine") term:"report" (not term:"draft"))',
      },
      {
        q: '+boiler -turbine',
        says: 'boiler without turbine',
        tree: '(and term:"boiler" (not term:"turbine"))',
      },
      {
        q: 'well-known -"site visit"',
        says: 'the dash within the word excludes nothing',
        tree: '(and term:"well-known" (not phrase:"site visit"))',
      },
    ],
  },
  {
    title: 'Fields',
    text: [
      'field:value narrows to passages of a kind, language, modality, source, dataset (name or ' +
        'id), asset (id) or page, and to assets whose title, filename or folder has these words ' +
        'in a row, or that have this tag. A value with spaces goes into double quotes. ' +
        'An unknown field is refused with the list of those that there are. The parameters ' +
        'of the request do the same and work with every query.',
    ],
    examples: [
      {
        q: 'kind:ocr lang:de Kessel',
        says: 'scanned German passages with Kessel',
        tree: '(ranked kind="ocr" lang="de" term:"Kessel")',
      },
      {
        q: 'title:"annual report" -page:1 turnover',
        says: 'not on the first page of annual reports',
        tree: '(and title="annual report" (not page="1") term:"turnover")',
      },
    ],
  },
  {
    title: 'What is deliberate, and what is a sentence',
    text: [
      'Deliberate are AND, OR and NOT, + and - before a word, phrase or group, phrases, fields, ' +
        'beginnings and slips. A query with one of them runs as it is written, and so does one ' +
        'with parentheses around a single word. Nothing in it is corrected; nor are words ' +
        'between parentheses.',
      'Where nothing else is deliberate, signs of natural language are text: + and - before a ' +
        'number (-40 °C, +49 40), a sign with a space behind it, a quotation mark without its ' +
        'counterpart, a * between numbers (5*3). In a sentence so is a dash before a word with ' +
        'more words to follow, and a colon behind what is no field. A sentence has five words or ' +
        'more, and ends like one or has two of the words that say nothing, such as the, of, der. ' +
        'Behind a capital or two letters (Ca:Mg, re:invent), and before a number, a colon names ' +
        'no unknown field anywhere; the marks in דו"ח are no quotes.',
    ],
    examples: [
      {
        q: 'cold below -40 °C',
        says: 'a number, not an exclusion',
        tree: '(ranked term:"cold" term:"below" term:"-40" term:"°C")',
      },
      {
        q: 'boiler -gas -2024',
        says: 'beside an exclusion, also a number is excluded',
        tree: '(and term:"boiler" (not term:"gas") (not term:"2024"))',
      },
      { q: 'Ca:Mg', says: 'no field is called so', tree: '(ranked term:"Ca:Mg")' },
      {
        q: 'is the ratio Ca:Mg raised in the soil?',
        says: 'a sentence with a colon',
        tree:
          '(ranked term:"is" term:"the" term:"ratio" term:"Ca:Mg" term:"raised" term:"in" ' +
          'term:"the" term:"soil?")',
      },
    ],
  },
  {
    title: 'Beginnings and slips: with a * or ~ in the query',
    text: [
      'One * or ~ anywhere changes the grammar: term* is every word that begins so, term~ every ' +
        'word that one edit makes of it (a letter more, less, other, or two exchanged), term~2 ' +
        'two edits. Phrases, + and - work as above; AND, OR, NOT, parentheses and field: are ' +
        'ordinary words here. Use the parameters of the request to narrow such a search.',
    ],
    examples: [
      { q: 'turbin*', says: 'turbine, turbines, Turbinenhaus', tree: '(ranked prefix:"turbin")' },
      {
        q: 'boiler~ house',
        says: 'also bolier or boilr',
        tree: '(ranked fuzzy1:"boiler" term:"house")',
      },
      {
        q: '+inspekction~2 -draft*',
        says: 'required within two edits, nothing that begins with draft',
        tree: '(and fuzzy2:"inspekction" (not prefix:"draft"))',
      },
    ],
  },
]

/** What is refused, with the place in the query where reading stopped. */
export const refusedExamples: readonly { readonly q: string; readonly says: string }[] = [
  { q: 'boiler AND', says: 'q, character 8: a term must follow this.' },
  { q: 'colour:red', says: 'q, character 1: there is no field colour;' },
  { q: 'boiler~3', says: 'q, character 1: a fuzzy term allows at most two edits' },
]
