import { formLine, hiddenFlags, passwordFlag } from './form-line.ts'
import type { PdfiumEngine } from './pdfium-engine.ts'
import { type PdfiumDocument, wideString } from './pdfium-string.ts'

/** FPDF_FORMFIELD_*: of what kind a field is. */
const kinds = { unknown: 0, check: 2, radio: 3, combo: 4, list: 5, text: 6 } as const
/** FPDF_ANNOT_*: a field, and text that viewers lay over a page or remark on it. */
const widgetSubtype = 20
const remarkSubtypes = new Set([3, 1, 9, 10, 11, 12])
const widgetsMax = 5_000
const optionsMax = 2_000

/** FPDF_FORMFILLINFO of version 2: numbers and addresses of functions, of which there are none. */
const formInfoBytes = 512

type Widget = { engine: PdfiumEngine; form: number; annotation: number }

/**
 * What was filled into the fields of a page (AcroForm) or laid over it, and remarks on it; without
 * what is hidden or a password.
 */
export function formValues(document: PdfiumDocument, index: number): string[] {
  const { engine, handle } = document
  const form = formOf(document)
  const page = engine.FPDF_LoadPage(handle, index)
  if (page === 0) return []
  try {
    const lines = new Set<string>()
    const count = Math.min(engine.FPDFPage_GetAnnotCount(page), widgetsMax)
    for (let i = 0; i < count; i++) {
      const annotation = engine.FPDFPage_GetAnnot(page, i)
      if (annotation === 0) continue
      const line = lineOf({ engine, form, annotation })
      if (line !== undefined) lines.add(line)
      engine.FPDFPage_CloseAnnot(annotation)
    }
    return [...lines]
  } catch {
    return []
  } finally {
    engine.FPDF_ClosePage(page)
  }
}

const forms = new WeakMap<PdfiumDocument, number>()

/** The fields of a document, which are put together once; 0 where there are none. */
function formOf(document: PdfiumDocument): number {
  const known = forms.get(document)
  if (known !== undefined) return known
  const form = startForm(document)
  forms.set(document, form)
  return form
}

function startForm({ engine, handle }: PdfiumDocument): number {
  try {
    if (engine.FPDF_GetFormType(handle) === 0) return 0
    const at = engine.malloc(formInfoBytes)
    if (at === 0) return 0
    engine
      .bytes()
      .fill(0, at, at + formInfoBytes)
      .writeInt32LE(2, at)
    return engine.FPDFDOC_InitFormFillEnvironment(handle, at)
  } catch {
    return 0
  }
}

function lineOf(widget: Widget): string | undefined {
  const { engine, form, annotation } = widget
  const subtype = engine.FPDFAnnot_GetSubtype(annotation)
  if (engine.FPDFAnnot_GetFlags(annotation) & hiddenFlags) return undefined
  if (remarkSubtypes.has(subtype)) {
    return formLine({ label: '', name: '', isBox: false, value: entryOf(widget, 'Contents') })
  }
  if (subtype !== widgetSubtype || form === 0) return undefined
  const kind = engine.FPDFAnnot_GetFormFieldType(form, annotation)
  if (kind <= kinds.unknown) return unlistedLine(widget)
  if (engine.FPDFAnnot_GetFormFieldFlags(form, annotation) & passwordFlag) {
    if (kind === kinds.text) return undefined
  }
  return formLine({
    label: asked(widget, 'FPDFAnnot_GetFormFieldAlternateName'),
    name: asked(widget, 'FPDFAnnot_GetFormFieldName'),
    isBox: kind === kinds.check || kind === kinds.radio,
    value: valueIn(widget, kind),
  })
}

/** A field that is on the page and in no list of fields is shown all the same. */
function unlistedLine(widget: Widget): string | undefined {
  const entry = (name: string) => entryOf(widget, name)
  const type = entry('FT')
  if (type !== 'Tx' && type !== 'Ch') return undefined
  if (type === 'Tx' && Number(entry('Ff')) & passwordFlag) return undefined
  return formLine({ label: entry('TU'), name: '', isBox: false, value: entry('V') })
}

function entryOf({ engine, annotation }: Widget, name: string): string {
  return wideString(engine, { name }, ({ name: key, at, size }) =>
    engine.FPDFAnnot_GetStringValue(annotation, key, at, size),
  )
}

function valueIn(widget: Widget, kind: number): string {
  if (kind > kinds.text || kind < kinds.check) return ''
  if (kind === kinds.combo || kind === kinds.list) {
    const chosen = chosenLabels(widget)
    if (chosen.length > 0) return chosen.join(', ')
  }
  return asked(widget, 'FPDFAnnot_GetFormFieldValue')
}

function chosenLabels({ engine, form, annotation }: Widget): string[] {
  const labels: string[] = []
  const count = Math.min(engine.FPDFAnnot_GetOptionCount(form, annotation), optionsMax)
  for (let i = 0; i < count; i++) {
    if (!engine.FPDFAnnot_IsOptionSelected(form, annotation, i)) continue
    const label = wideString(engine, {}, ({ at, size }) =>
      engine.FPDFAnnot_GetOptionLabel(form, annotation, i, at, size),
    )
    if (label !== '') labels.push(label)
  }
  return labels
}

type Question =
  | 'FPDFAnnot_GetFormFieldAlternateName'
  | 'FPDFAnnot_GetFormFieldName'
  | 'FPDFAnnot_GetFormFieldValue'

function asked({ engine, form, annotation }: Widget, question: Question): string {
  return wideString(engine, {}, ({ at, size }) => engine[question](form, annotation, at, size))
}
