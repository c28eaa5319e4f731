// What programs that others wrote make of a recording of ours, where they are installed.
import { spawnSync } from 'node:child_process'

export type Probed = { format: string; kinds: string; codecs: string; seconds: number }

/** What ffprobe reads out of a file, with all that it complains about; undefined without it. */
export function probe(file: string): { probed: Probed; complaints: string } | undefined {
  const entries = 'format=format_name,duration:stream=codec_type,codec_name'
  const args = ['-v', 'error', '-show_entries', entries, '-of', 'json', file]
  const { error, stdout, stderr } = spawnSync('ffprobe', args, { encoding: 'utf8' })
  if (error) return undefined
  type Stream = { codec_type: string; codec_name: string }
  const { streams = [], format } = JSON.parse(stdout) as {
    streams?: Stream[]
    format?: { format_name: string; duration: string }
  }
  const heard = streams.filter(({ codec_type: type }) => type === 'audio' || type === 'video')
  const probed = {
    format: format?.format_name ?? '',
    kinds: heard
      .map(({ codec_type: type }) => type)
      .sort()
      .join(),
    codecs: heard
      .map(({ codec_name: name }) => name)
      .sort()
      .join(),
    seconds: Number(format?.duration),
  }
  return { probed, complaints: stderr }
}

/** What ffmpeg complains about when it decodes all of a file; undefined without it. */
export function decodingComplaints(file: string): string | undefined {
  const args = ['-v', 'error', '-i', file, '-f', 'null', '-']
  const { error, stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' })
  return error ? undefined : stderr
}
