declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  /** The part of Tesseract's interface that we use; numbers are its own codes. */
  export type TessApi = {
    Init(folder: null, languages: string, engine: number): number
    SetPageSegMode(mode: number): void
    /** Reads `/input`. The angle is in radians, clockwise. */
    SetImageFile(...how: [exifOrientation: number, angle: number]): number
    FindLines(): number
    /** How far the lines that were found go down to the right: a tangent. */
    GetGradient(): number
    Recognize(progress: null): number
    GetUTF8Text(): string
    GetTSVText(page: number): string
    End(): void
  }
  export type TessModule = {
    FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void }
    TessBaseAPI: new () => TessApi
  }
  const open: (options: object) => Promise<TessModule>
  export = open
}
