import { parentPort, workerData } from 'node:worker_threads'
import { askForWords } from '../adapters/describe/describe-llm.ts'
import type { Worded, Wording } from '../adapters/describe/llm-thread.ts'

/** A thread for one question to a language model (adapters/describe/llm-thread.ts). */
const { options, asset } = workerData as Wording

askForWords(options, asset).then(
  (description) => tell({ description }),
  (error: Error) => tell({ failed: error.message }),
)

function tell(worded: Worded): void {
  parentPort?.postMessage(worded)
}
