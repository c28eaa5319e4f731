const mebibyte = 1024 * 1024
const minuteMs = 60 * 1000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Spec 8, pre-signed upload URL lifetime. */
export const uploadUrlTtlMs = 15 * minuteMs
/** Spec 8, object download URL lifetime ("typically one hour"). */
export const downloadUrlTtlMs = hourMs
/** Our choice: long enough for one look. */
export const previewUrlTtlMs = 15 * minuteMs

/** When and how a file is taken in parts. */
export type UploadLimits = {
  /** A larger file can come in parts. */
  readonly multipartAboveBytes: number
  readonly partMinBytes: number
  readonly partsMax: number
}

/** Spec 8, multipart threshold; as many parts as one answer can hold URLs of. */
export const uploadLimits: UploadLimits = {
  multipartAboveBytes: 64 * mebibyte,
  partMinBytes: 8 * mebibyte,
  partsMax: 1_000,
}
/** The widest layout that a request may speak of; the tables allow no more. */
export const partNumberMax = 10_000
/** A quoted SHA-256, and room for what other stores send. */
export const etagMaxLength = 200

/** Most file systems allow no longer name. */
export const filenameMaxBytes = 255
export const contentTypeMaxLength = 255

export const datasetNameMaxLength = 200
export const descriptionMaxLength = 5_000
/** The address of a licence. */
export const licenseMaxLength = 300
/** Accesses that one round of the upkeep ends. */
export const accessEndsMax = 100

export const accessMessageMaxLength = 2_000
export const titleMaxLength = 300
export const folderMaxLength = 1_000
export const userTextMaxLength = 20_000
export const tagMaxLength = 64
export const tagsMax = 50
/** Our choice: so much of a dataset can be read before buying. */
export const samplePassagesMax = 3
export const catalogueQueryMaxLength = 200
export const langMaxLength = 35

/**
 * Of subtitles that come in a JSON body, which is no larger than 1 MiB with everything that is
 * escaped in it; larger ones are uploaded beside their recording.
 */
export const sidecarBytesMax = mebibyte / 2

/** Rows of a table that one answer holds. */
export const objectRowsMax = 1_000
/** Rows that a table may leave out: beyond that there are cursors. */
export const offsetMax = 1_000_000
export const nameQueryMaxLength = 200
/** Objects of which one request says what becomes of them, in one transaction. */
export const chosenObjectsMax = 200
export const chosenDatasetsMax = 100
/** Files that one request announces: some writes and up to a thousand URLs each. */
export const announcedFilesMax = 100
export const confirmedFilesMax = 100
export const knownHashesMax = 1_000

/** Objects that one transaction turns into tombstones; the rest follows by job. */
export const tombstoneSliceMax = 200

/** Our choice: so long the bytes of an expired object wait for a second review. */
export const expiredBytesKeptMs = 7 * dayMs
/** Our choice: so long after a deletion who bought a licence may still fetch the bytes. */
export const soldBytesKeptMs = 30 * dayMs
/** An upload that nobody confirmed goes so long after its URL: a slow line may need the day. */
export const openUploadKeptMs = dayMs
/** Open uploads that one transaction removes: a job or two and an audit event each. */
export const openUploadSliceMax = 100
/** Bytes get their record within moments; what has none after so long will get none. */
export const orphanAgeMs = hourMs
/** Files whose records are looked up at once. */
export const orphanSliceMax = 200
