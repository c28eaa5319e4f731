import type { FileHandle } from 'node:fs/promises'
import { entryUrl } from '../../base/entry.ts'
import { systemProgram } from '../../base/system-program.ts'
import type { ChildProgram } from '../sandbox/start-child.ts'
import type { Confinement } from './confinement.ts'
import { decodeInChild } from './decode-in-child.ts'
import { decodeSound, soundSecondsMax } from './decode-with-ffmpeg.ts'
import { ModelFailed } from './model-failed.ts'
import { compressedWave } from './model-protocol.ts'
import { type ModelLimits, runModel } from './model-runner.ts'
import { sampleRate } from './samples.ts'
import type { MediaModel } from './with-models.ts'

/** The operator's models as far as there are any. */
export function openMediaModels(settings: {
  asrModel: string | undefined
  captionModel: string | undefined
  /** For sound that is being heard. */
  folder: string
  /** What decodes sound. */
  decoder: ChildProgram
  /** Where ffmpeg lies, for what is not decoded by ourselves; else it is looked for. */
  ffmpeg?: () => string | undefined
  program?: URL
  /** Run compiled code on files of others where nothing confines it, too. */
  allowUnconfined: boolean
  limits?: Partial<ModelLimits>
}): { speech: MediaModel | undefined; captions: MediaModel | undefined } {
  const { asrModel, captionModel, limits } = settings
  const program = settings.program ?? entryUrl('model-child')
  const { allowUnconfined, decoder } = settings
  const confinement = { allowUnconfined, readable: decoder.readable }
  const shared = { program, confinement, ...(limits === undefined ? {} : { limits }) }
  return {
    speech:
      asrModel === undefined
        ? undefined
        : async function* hear({ fd, signal, contentType }) {
            const job = { task: 'speech', folder: asrModel } as const
            if (contentType === 'audio/wav') {
              try {
                return yield* runModel({ ...shared, fd, signal, job: { ...job, raw: false } })
              } catch (error) {
                if (!isCompressed(error) || ffmpegOf(settings) === undefined) throw error
              }
            }
            await using sound = await plainSound(fd, { ...settings, signal, confinement })
            yield* runModel({ ...shared, fd: sound.fd, signal, job: { ...job, raw: true } })
            const { size } = await sound.stat()
            if (size >= soundSecondsMax * sampleRate * 2) throw new ModelFailed(isLong)
          },
    captions:
      captionModel === undefined
        ? undefined
        : ({ fd, signal }) => {
            const job = { task: 'caption', folder: captionModel, raw: false } as const
            return runModel({ ...shared, fd, signal, job })
          },
  }
}

const isLong = `the first ${soundSecondsMax / 3_600} hours of a recording are heard`

/** By ourselves, or else by the system's ffmpeg. Throws ModelFailed with what is missing. */
async function plainSound(
  fd: number,
  settings: {
    folder: string
    decoder: ChildProgram
    ffmpeg?: () => string | undefined
    signal: AbortSignal | undefined
    confinement: Confinement
  },
): Promise<FileHandle> {
  const { folder, signal, decoder: program } = settings
  const sound = await decodeInChild(fd, { program, folder, signal })
  if (!('codec' in sound)) return sound
  const ffmpeg = ffmpegOf(settings)
  if (ffmpeg !== undefined)
    return decodeSound(fd, { ffmpeg, folder, signal, confinement: settings.confinement })
  throw new ModelFailed(`its sound is ${sound.codec}, which takes ffmpeg, and there is none`)
}

function isCompressed(error: unknown): boolean {
  return error instanceof ModelFailed && error.message === compressedWave
}

function ffmpegOf({ ffmpeg }: { ffmpeg?: () => string | undefined }): string | undefined {
  return ffmpeg ? ffmpeg() : systemProgram('ffmpeg')
}
