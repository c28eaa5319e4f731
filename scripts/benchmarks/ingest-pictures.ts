import { spawnSync } from 'node:child_process'
import { closeSync, copyFileSync, openSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { childProgram, ocrFiles, openExtractRunner } from '../../src/extract/index.ts'
import { pictureOf } from '../../test/support/picture.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { beside, clocked, inTurns, isInstalled, type Row, rowOf } from './measure.ts'
import { reportPages } from './report-pages.ts'

const rounds = 3

/** What is written on a scanned page: our child beside the system's tesseract, start included. */
export async function pictures(log: (line: string) => void): Promise<Row[]> {
  using folder = temporaryFolder()
  const [page = ''] = reportPages(1)
  const file = join(folder.path, 'page.png')
  writeFileSync(file, await pictureOf(page))
  const languages = languagesIn(folder.path)
  const hasPeer = isInstalled('tesseract')
  if (!hasPeer) log('  tesseract is not installed')
  const extractor = openExtractRunner({ program: childProgram(), ocrFiles: ocrFiles(undefined) })
  const claims = { filename: 'page.png', contentType: 'image/png' }
  const read = { ours: '', peer: '' }
  const result = await inTurns(
    {
      ours: () =>
        clocked(async () => {
          const fd = openSync(file, 'r')
          const blocks: string[] = []
          await extractor.extract({ fd, claims }, async (some) => {
            blocks.push(...some.map(({ text }) => text))
          })
          closeSync(fd)
          read.ours = blocks.join(' ')
        }),
      peer: () =>
        clocked(async () => {
          const given = [file, 'stdout', '--tessdata-dir', folder.path, '-l', languages.join('+')]
          if (hasPeer) read.peer = spawnSync('tesseract', given, { encoding: 'utf8' }).stdout
        }),
    },
    rounds,
  )
  const row = (of: 'ours' | 'peer'): Row => {
    const { times, seconds } = result[of]
    const name = `scanned page: ${of === 'ours' ? 'our child' : 'tesseract'}`
    const share = shareRead({ written: page, text: read[of] })
    return { ...rowOf(name, times, seconds), note: `${Math.round(100 * share)} % of the words` }
  }
  return hasPeer ? [row('peer'), beside(row('ours'), row('peer'))] : [row('ours')]
}

/** The same language data for both. */
function languagesIn(folder: string): string[] {
  return ocrFiles(undefined).map((file) => {
    copyFileSync(file, join(folder, basename(file)))
    return basename(file, '.traineddata')
  })
}

/** Of the words that are written there, each as often as it is. */
function shareRead({ written, text }: { written: string; text: string }): number {
  const wordsOf = (whole: string) => whole.split(/\s+/).filter((word) => word !== '')
  const left = new Map<string, number>()
  for (const word of wordsOf(text)) left.set(word, (left.get(word) ?? 0) + 1)
  const words = wordsOf(written)
  const found = words.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  })
  return found.length / words.length
}
