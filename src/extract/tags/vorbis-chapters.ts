import type { MetadataTags } from 'mediabunny'
import type { Cue } from '../media/cue.ts'

const clock = /^(\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d{1,9})?)$/

/**
 * The chapters in the comments of an Ogg or FLAC file, by the chapter extension of Vorbis comments:
 * `CHAPTER001=00:05:00.000` and `CHAPTER001NAME=…`.
 */
export function vorbisChapters({ raw = {} }: MetadataTags): Cue[] {
  return Object.entries(raw).flatMap(([key, value]) => {
    const name = /^CHAPTER\d{2,4}$/.test(key) ? raw[`${key}NAME`] : undefined
    const time = typeof value === 'string' ? clock.exec(value.trim()) : null
    if (typeof name !== 'string' || !time) return []
    const [, hours, minutes, seconds] = time
    const startMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
    return [{ startMs, endMs: startMs, text: name }]
  })
}
