import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { entryUrl } from '../../base/entry.ts'
import { traceHeaders } from '../../base/trace-context.ts'
import {
  type Described,
  type Describer,
  DescriberFailed,
  type Description,
} from '../../domain/microip/ports.ts'
import type { LlmOptions } from './describe-llm.ts'

export type Wording = { options: LlmOptions; asset: Described }
export type Worded = { description: Description } | { failed: string }

/** Of a thread in which nothing but an answer of a mebibyte is read. */
const memoryMb = 128

/**
 * Words by a language model of the operator's. What such a service answers is whatever a document
 * made it say, so it is read in a thread of its own, which ends with it.
 */
export function openLlmDescriber(options: LlmOptions): Describer {
  return {
    source: 'llm',
    async describe(asset, signal) {
      const workerData: Wording = { options: { ...options, traced: traceHeaders() }, asset }
      const resourceLimits = { maxOldGenerationSizeMb: memoryMb }
      const worker = new Worker(entryUrl('describe'), {
        name: 'describe',
        workerData,
        resourceLimits,
      })
      try {
        const [worded] = (await Promise.race([
          once(worker, 'message', { signal }),
          death(worker),
        ])) as [Worded]
        if ('failed' in worded) throw new DescriberFailed(worded.failed)
        return worded.description
      } catch (error) {
        if (error instanceof DescriberFailed) throw error
        throw new DescriberFailed('nothing was heard of the model')
      } finally {
        await worker.terminate()
      }
    },
  }
}

async function death(worker: Worker): Promise<never> {
  await once(worker, 'exit')
  throw new DescriberFailed('the thread ended without an answer')
}
