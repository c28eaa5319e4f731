import type { FormatName } from './format.ts'
import type { Reader } from './reader.ts'

/** Loads a reader only when a file needs it: a child starts for most single objects. */
export async function loadReader(format: FormatName): Promise<Reader> {
  switch (format) {
    case 'text':
      return (await import('../text/read-text.ts')).readText
    case 'markdown':
      return (await import('../text/read-markdown.ts')).readMarkdown
    case 'html':
      return (await import('../text/read-html.ts')).readHtml
    case 'csv':
      return (await import('../tables/read-csv.ts')).readCsv
    case 'json':
      return (await import('../tables/read-json.ts')).readJson
    case 'jsonl':
      return (await import('../tables/read-json.ts')).readJsonLines
    case 'pdf':
      return (await import('../pdf/read-pdf.ts')).readPdf
    case 'docx':
      return (await import('../office/read-docx.ts')).readDocx
    case 'pptx':
      return (await import('../office/read-pptx.ts')).readPptx
    case 'xlsx':
      return (await import('../office/read-xlsx.ts')).readXlsx
    case 'odt':
    case 'odp':
    case 'ods':
      return (await import('../office/read-odf.ts')).readOdf
    case 'fodt':
    case 'fodp':
    case 'fods':
      return (await import('../office/read-odf.ts')).readFlatOdf
    case 'epub':
      return (await import('../office/read-epub.ts')).readEpub
    case 'rtf':
      return (await import('../text/read-rtf.ts')).readRtf
    case 'xml':
      return (await import('../text/read-xml.ts')).readXmlFile
    case 'svg':
      return (await import('../text/read-svg.ts')).readSvg
    case 'eml':
      return (await import('../text/read-eml.ts')).readEml
    case 'msg':
      return (await import('../text/read-msg.ts')).readMsg
    case 'parquet':
      return (await import('../tables/read-parquet.ts')).readParquet
    case 'srt':
    case 'vtt':
      return (await import('../media/read-subtitles.ts')).readSubtitles
    case 'ttml':
      return (await import('../media/read-ttml.ts')).readTtml
    case 'ass':
      return (await import('../media/substation.ts')).readSubstation
    case 'png':
    case 'jpg':
    case 'webp':
    case 'tiff':
    case 'gif':
    case 'bmp':
      return (await import('../media/read-image.ts')).readImage
    default:
      return (await import('../media/read-media.ts')).readMedia
  }
}
