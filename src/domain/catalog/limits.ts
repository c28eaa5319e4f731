const minuteMs = 60 * 1000
const hourMs = 60 * minuteMs
const mebibyte = 1024 * 1024

/** Spec 8, pre-signed upload URL lifetime. */
export const uploadUrlTtlMs = 15 * minuteMs
/** Spec 8, object download URL lifetime ("typically one hour"). */
export const downloadUrlTtlMs = hourMs
/** Our choice: long enough for one look. */
export const previewUrlTtlMs = 15 * minuteMs

/** Spec 8, multipart threshold: above it an upload has several parts of at least `partMinBytes`. */
export const multipartThresholdBytes = 64 * mebibyte
export const partMinBytes = 8 * mebibyte

/** Most file systems allow no longer name. */
export const filenameMaxBytes = 255
export const contentTypeMaxLength = 255

export const datasetNameMaxLength = 200
export const descriptionMaxLength = 5_000
export const titleMaxLength = 300
export const userTextMaxLength = 20_000
export const tagMaxLength = 64
export const tagsMax = 50

/** Objects that one transaction turns into tombstones; the rest follows by job. */
export const tombstoneSliceMax = 200
