declare module 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js' {
  /** The part of Tesseract's interface that we use; numbers are its own codes. */
  export type TessApi = {
    Init(folder: null, languages: string, engine: number): number
    SetImageFile(...how: [exif: number, angle: number, upscale: boolean]): number
    Recognize(progress: null): number
    GetUTF8Text(): string
    GetTSVText(page: number): string
    MeanTextConf(): number
    End(): void
  }
  export type TessModule = {
    FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void }
    TessBaseAPI: new () => TessApi
  }
  const open: (options: object) => Promise<TessModule>
  export = open
}
