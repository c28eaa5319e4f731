/** Dots of the longer side. */
export const previewSide = 512
export const previewBytesMax = 512 * 1024
/** Of a picture that is opened to be made smaller: 200 megapixels are the largest of telephones. */
export const previewPixelsMax = 200_000_000
export const waveWidth = 512
export const waveHeight = 96
