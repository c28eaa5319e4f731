import type { PdfiumEngine } from './pdfium-engine.ts'
import type { PdfiumDocument } from './pdfium-string.ts'

/** FPDF_PAGEOBJ_IMAGE. */
const imageType = 3
const objectsMax = 1_000
const boundsBytes = 16
/** Of the page; scans have margins that were cut off. */
const pictureMinShare = 0.6

/** Whether one picture is most of a page. */
export function isPicturePage({ engine, handle }: PdfiumDocument, index: number): boolean {
  const page = engine.FPDF_LoadPage(handle, index)
  if (page === 0) return false
  try {
    const area = engine.FPDF_GetPageWidth(page) * engine.FPDF_GetPageHeight(page)
    const count = Math.min(engine.FPDFPage_CountObjects(page), objectsMax)
    for (let i = 0; i < count; i++) {
      const object = engine.FPDFPage_GetObject(page, i)
      if (engine.FPDFPageObj_GetType(object) !== imageType) continue
      if (areaOf(engine, object) > area * pictureMinShare) return true
    }
    return false
  } catch {
    return false
  } finally {
    engine.FPDF_ClosePage(page)
  }
}

function areaOf(engine: PdfiumEngine, object: number): number {
  const at = engine.malloc(boundsBytes)
  if (at === 0) return 0
  try {
    if (!engine.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) return 0
    const bytes = engine.bytes()
    const [left, bottom, right, top] = [0, 4, 8, 12].map((by) => bytes.readFloatLE(at + by))
    return ((right ?? 0) - (left ?? 0)) * ((top ?? 0) - (bottom ?? 0))
  } finally {
    engine.free(at)
  }
}
