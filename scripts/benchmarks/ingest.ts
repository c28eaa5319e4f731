import { clips } from './ingest-clips.ts'
import { pictures } from './ingest-pictures.ts'
import { readers } from './ingest-readers.ts'
import { wholeWay } from './ingest-whole-way.ts'
import type { Bench } from './measure.ts'

/** Reading and cutting beside named peers; then the whole way, with searches meanwhile. */
export const ingest: Bench = {
  name: 'ingest',
  about:
    'files beside pdf.js, pdftotext, officeparser, tesseract and ffmpeg; then upload to searchable',
  async run(log, { full }) {
    log('  text out of files')
    const rows = await readers(log)
    log('  text out of a picture')
    rows.push(...(await pictures(log)))
    log('  a clip out of a video of 1 GB')
    rows.push(...(await clips(log)))
    const documents = full ? 1_000 : 200
    log(`  ${documents} PDFs of two pages, upload to searchable`)
    rows.push(...(await wholeWay(documents)))
    return rows
  },
}
