import { entryUrl } from '../../../base/entry.ts'
import { systemProgram } from '../../system-program.ts'
import { decodeSound } from './decode-sound.ts'
import { type ModelLimits, runModel } from './model-runner.ts'
import type { Teller } from './with-models.ts'

/** The operator's models as far as there are any. */
export function openTellers(settings: {
  asrModel: string | undefined
  captionModel: string | undefined
  /** For sound that is being heard. */
  folder: string
  program?: URL
  limits?: ModelLimits
}): { speech: Teller | undefined; captions: Teller | undefined } {
  const { asrModel, captionModel, folder: temporary, limits } = settings
  const program = settings.program ?? entryUrl('model-child')
  const shared = limits === undefined ? { program } : { program, limits }
  return {
    speech:
      asrModel === undefined
        ? undefined
        : async function* hear({ fd, signal, contentType }) {
            const job = { task: 'speech', folder: asrModel } as const
            const ffmpeg = systemProgram('ffmpeg')
            if (contentType === 'audio/wav' || ffmpeg === undefined) {
              return yield* runModel({ ...shared, fd, signal, job: { ...job, raw: false } })
            }
            await using sound = await decodeSound(fd, { ffmpeg, folder: temporary, signal })
            yield* runModel({ ...shared, fd: sound.fd, signal, job: { ...job, raw: true } })
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
