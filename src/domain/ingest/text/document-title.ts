import { cleanLine } from '../../../base/clean-text.ts'
import { titleMaxLength } from '../../catalog/index.ts'

/** What programs put before the name of a file that they print or convert. */
const programs = /^(microsoft|openoffice|libreoffice|wordperfect)\b[^-–:]{0,30}[-–:]\s*/i
const endings =
  'docx? dotx? pdf pptx? xlsx? csv od[tsp] rtf txt md html? indd qxd tex dvi e?ps tmp jpe?g ' +
  'png gif tiff? mp[34] wav mov key pages numbers eml epub'
const fileNames = new RegExp(`\\.(${endings.replaceAll(' ', '|')})$`, 'i')
const places = /^([a-z]:\\|\\\\|\/|file:|https?:)/i
/** What programs call what nobody gave a name, in the languages of their users. */
const defaults = new RegExp(
  `^(${[
    ...[
      'untitled( (document|page|presentation))?',
      'unbenannt',
      'ohne titel',
      'sans (titre|nom)',
      'sin t[ií]tulo',
      'senza (titolo|nome)',
    ],
    ...['naamloos', 'namnlös', 'bez (tytułu|názvu)', 'без (имени|названия)', 'χωρίς τίτλο'],
    ...[
      '(no |doc )?title',
      'titel',
      'new (document|page)',
      'blank( page)?',
      'template',
      'index',
      'home',
    ],
    ...[
      'doc(ument)?( ?name)?',
      'dokument',
      'documento?',
      'presentation',
      'präsentation',
      'slide',
      'folie',
    ],
    ...[
      'powerpoint[- ](presentation|präsentation)',
      'présentation powerpoint',
      'presentación de powerpoint',
    ],
    ...[
      'book',
      'mappe',
      'classeur',
      'sheet',
      'tabelle',
      'worksheet',
      'pdf document',
      'print( job)?',
    ],
    ...['(adobe )?scan(ned)?( document| image)?', 'image', 'img', 'dsc', 'page', 'seite', 'track'],
  ].join('|')})[\\s_()-]*\\d*\\)?$`,
  'iu',
)

/**
 * What a document calls itself, where that says more than the name of its file: what a program put
 * there (a file name, "Untitled", "Microsoft Word - Document1") is none.
 */
export function documentTitle(
  title: string | null | undefined,
  { filename }: { filename: string },
): string | null {
  const text = cleanLine(title ?? '').replace(programs, '')
  const isEmpty = !/\p{L}/u.test(text) || text.length < 3
  if (isEmpty || [fileNames, places, defaults].some((sign) => sign.test(text))) return null
  if (bare(text) === bare(filename) || bare(text) === bare(filename.replace(/\.[^.]*$/, ''))) {
    return null
  }
  return text.slice(0, titleMaxLength).toWellFormed()
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
