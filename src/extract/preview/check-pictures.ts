import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openNameless } from '../../base/nameless-file.ts'
import { openExtractRunner } from '../extract-runner.ts'
import type { ChildProgram } from '../sandbox/start-child.ts'
import { writePng } from './write-png.ts'

const side = 16

/** Has a picture drawn as for a preview, in the child. Gives why it is not, if so. */
export async function checkPictures(program: ChildProgram): Promise<string | undefined> {
  await using handle = await openNameless(join(tmpdir(), 'kontor-picture-check'))
  await handle.write(
    writePng({ width: side, height: side, data: new Uint8Array(side ** 2).fill(128) }, 1),
  )
  const claims = { filename: 'grey.png', contentType: 'image/png' }
  const { preview, failure } = await openExtractRunner({ program }).inspect({
    fd: handle.fd,
    claims,
  })
  if (failure) return failure.message
  return preview && 'problem' in preview ? preview.problem : undefined
}
