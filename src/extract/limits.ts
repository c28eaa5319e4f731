export type ExtractLimits = {
  /**
   * Time that the parent waits for the child, without the time that the child waits for it, or for
   * a processor.
   */
  wallMs: number
  /** Resident memory of the child: the V8 limit covers neither WebAssembly nor buffers. */
  memoryBytes: number
  pagesMax: number
  textCharsMax: number
  /** Time for all pictures of one file, by the clock; what is read by then is kept. */
  ocrMs: number
}

export const extractLimits: ExtractLimits = {
  wallMs: 60_000,
  memoryBytes: 700 * 1024 * 1024,
  pagesMax: 2_000,
  textCharsMax: 50_000_000,
  ocrMs: 45 * 60_000,
}

export const heapMaxMb = 512
export const watchEveryMs = 50
/** So many times its limit a child may take on a machine that has no time for it. */
export const busyFactor = 10
/** So much less than the server's is their priority: what a request needs comes first. */
export const childNiceness = 10
/** A file up to this size goes through a pipe, so that a child can be there before it. */
export const pipedBytesMax = 4 * 1024 * 1024
/** Descriptors that a confined process may have; trying the wall takes a tenth of a second. */
export const openFilesMax = 256
export const probeMaxMs = 10_000
/** Files that come so soon after one another are followed by others. */
export const spareAfterMs = 10_000
export const spareIdleMs = 5_000
/** A child reads so many files of one owner, if none of them leaves a trace, */
export const filesMax = 200
/** is gone when no other one comes, or when it is not ready for it in time, */
export const restIdleMs = 10_000
export const restReadyMs = 5_000
/** or when it is larger than this between two files. So many of them wait at once. */
export const restingBytesMax = 256 * 1024 * 1024
export const restingMax = 2
/** A file up to this size is read to its end when it is inspected, if that takes no longer. */
export const aheadMaxBytes = 1024 * 1024
export const aheadMaxMs = 3_000
/** Its text is kept for the approval when it is no longer, with those of others. */
export const keptTextMaxBytes = 1024 * 1024
export const keptTextsMaxBytes = 16 * 1024 * 1024
/** The thread that starts children holds what they write, a piece of each at a time. */
export const hostHeapMaxMb = 64
export const hostIdleMs = 60_000
/** One JSON line from the child; a block of 8,000 characters needs at most 6 bytes for each. */
export const lineMaxBytes = 256 * 1024
export const blockCharsMax = 8_000
export const sampleCharsMax = 2_000
/** How far an inspection looks for text before it says that there is none. */
export const inspectPagesMax = 20
/** The HTML parser moves all open elements for each new one: beyond this it would take minutes. */
export const htmlDepthMax = 20_000
/** JSON and nothing else is read as one value, so it has to fit into the child's heap. */
export const jsonBytesMax = 128 * 1024 * 1024
/** A container with more parts, or that unpacks to more, is a bomb or nothing for a reader. */
export const zipEntriesMax = 10_000
export const zipEntryBytesMax = 64 * 1024 * 1024
export const zipTotalBytesMax = 256 * 1024 * 1024
export const xmlDepthMax = 2_000
/** An e-mail is read as one value; of a mailbox each. */
export const emailBytesMax = 64 * 1024 * 1024
/** Mails that hang on mails that hang on one. */
export const mailDepthMax = 10
export const subtitleBytesMax = 32 * 1024 * 1024
export const subtitleCuesMax = 200_000
/** Of a cue in a recording; nobody speaks so much at once. */
export const cueBytesMax = 64 * 1024
export const imageBytesMax = 64 * 1024 * 1024
/** A recording up to this size is looked through before an engine for pictures is loaded. */
export const soughtBytesMax = 4 * 1024 * 1024
/**
 * Of a picture that Tesseract opens by itself: leptonica holds it with four bytes a pixel, more
 * than once.
 */
export const imagePixelsMax = 40_000_000
/**
 * Pages are drawn with 200 dots per inch for recognition, and with at most so many pixels; larger
 * pictures are made smaller.
 */
export const ocrPagePixelsMax = 12_000_000
/** Smaller ones are enlarged, but no further: a telephone's photograph of a label, a screen. */
export const ocrPagePixelsMin = 4_000_000
export const ocrScaleMax = 3
/** In dots: less than the height of a letter with some room, or than three letters. */
export const ocrSideMin = { short: 8, long: 32 } as const
export const ocrDotsPerInch = 200
/** A page with less text than this is looked at as a picture. */
export const pageCharsMin = 20
/** So much less may be a stamp over a scanned page: it is looked at if a picture is most of it. */
export const stampCharsMax = 200
/** Percent; below it a picture without writing gives syllables. */
export const ocrConfidenceMin = 45
/** Additional time for each look at a picture, until the file had all that it may have. */
export const ocrPageMs = 45_000
