const sidecar = /\.(srt|vtt|ttml|dfxp|ass|ssa)$/i
const recording =
  /\.(mp3|wav|flac|ogg|oga|opus|m4a|m4b|aac|mp4|m4v|3gp|3g2|mov|mkv|mka|webm|ts|mts|m2ts)$/i
/** `talk.de.srt` is German and belongs to `talk.mp4`. */
const language = /\.[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i

/** Subtitles, which may belong to a recording. */
export function isSidecarName(filename: string): boolean {
  return sidecar.test(filename)
}

export function isRecordingName(filename: string): boolean {
  return recording.test(filename)
}

/** Without its last ending, in small letters. */
export function baseOf(filename: string): string {
  return filename.replace(/\.[^.]*$/, '').toLowerCase()
}

/** The base names of the recordings that a file of subtitles may belong to. */
export function basesOf(filename: string): string[] {
  const base = baseOf(filename)
  return language.test(base) ? [base, base.replace(language, '')] : [base]
}
