/**
 * The readers of files, and the wall around them: an annex with one door. Files come from anybody,
 * so none is opened in the server. A process of its own reads it, without network, database,
 * environment or the right to open anything else, and is killed at the first limit that it breaks.
 *
 * **How a file goes through.** `openExtractRunner` is an Extractor (domain/ingest/ports.ts). With
 * an open descriptor `sandbox/start-child.ts` asks a thread for a child (`sandbox/child-host.ts`),
 * which starts, watches and kills it. The child (`doors/extract-child.ts`) takes its job, gives up
 * its powers (`child/confine.ts`), finds out what the file is (`formats/sniff.ts`), loads the one
 * reader for it (`formats/load-reader.ts`) and writes blocks of text and a preview as lines of
 * JSON, in which `sandbox/read-reply.ts` trusts as in any stranger's. Pages without text go
 * through Tesseract; recordings and pictures go to the operator's models, if there are any
 * (`models/with-models.ts`), each in a process of its own.
 *
 * **Its parts.** `sandbox/` is the server's side of the wall, `child/` the side of the file,
 * `formats/` says what a file is and how readers are asked. Readers: `text/`, `tables/`, `pdf/`
 * (PDFium; pdf.js for what PDFium refuses; `rows/` finds tables), `office/`, `media/` (tags,
 * subtitles, clips), `ocr/`. `sound/` decodes recordings, `preview/` and `pages/` draw what is
 * shown, `models/` are those of the operator, `language/` tells languages apart.
 *
 * **Its limits** are constants with units in `limits.ts` (time, memory, pages, sizes of each
 * format), `preview/limits.ts`, `pages/limits.ts`, `models/model-runner.ts` (a model's time and
 * memory) and `media/clip-cutter.ts` (clips at once). The operator sets time and memory of a
 * file: KONTOR_EXTRACT_SECONDS and KONTOR_EXTRACT_MEMORY_MB, and of pictures and sound in it:
 * KONTOR_RECOGNITION_MINUTES. A file that has had its time ends with what was read.
 *
 * **What a reader must fulfil** (`formats/reader.ts`). It gets bytes by position and yields blocks
 * as it goes, so that an inspection can stop after the first. Its memory must not grow with what a
 * file merely claims. It throws ExtractFailed for what it cannot read; anything else that it
 * throws counts as damage of the file. It needs none of Node's modules but those in
 * `child/confine.ts`. It changes nothing of the process: a child that is not as it was reads no
 * other file.
 *
 * **A new format** is a line in `formats/format.ts`, its bytes or names in `formats/sniff.ts`, a
 * case in `formats/load-reader.ts`, and a sample in test/support/format-samples.ts, which
 * test/end-to-end/formats.test.ts takes the whole way.
 *
 * This door loads no library and no reader: the server starts with it. `doors/` are those of the
 * programs beside the server (src/workers), which must start soon.
 */
export { fillCodeCache, openExtractRunner } from './extract-runner.ts'
export { openLanguageThread } from './language/language-thread.ts'
export { extractLimits } from './limits.ts'
export { openClipCutter } from './media/clip-cutter.ts'
export {
  checkMediaModel,
  type MediaModelReport,
  taskOfModel,
} from './models/check-media-model.ts'
export { captionFiles, speechFiles, wholeModel } from './models/model-files.ts'
export { openMediaModels } from './models/open-media-models.ts'
export { withModels } from './models/with-models.ts'
export { brokenLanguages } from './ocr/ocr-engine.ts'
export { ocrFiles } from './ocr/ocr-files.ts'
export { openPageDrawer } from './pages/page-drawer.ts'
export { checkPictures } from './preview/check-pictures.ts'
export { childProgram } from './sandbox/child-program.ts'
export { describeWalls } from './sandbox/describe-walls.ts'
