import { parentPort } from 'node:worker_threads'
import { loadLanguageDetector } from '../extract/doors/language.ts'

/**
 * A thread that tells languages apart. The other end is extract/language/language-thread.ts, which
 * starts it when there is text and stops it when there has been none for a while.
 */
const loading = loadLanguageDetector()

type Ask = { id: number; texts: string[] }

parentPort?.on('message', async ({ id, texts }: Ask) => {
  const detect = await loading
  parentPort?.postMessage({ id, languages: texts.map(detect) })
})
