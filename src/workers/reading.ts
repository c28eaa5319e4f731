import { parentPort, workerData } from 'node:worker_threads'
import type { ReadingAnswer, ReadingOrder, ReadingWork } from '../adapters/reading-thread.ts'
import { connect } from '../store/connect.ts'
import { keepStatements } from '../store/keep-statements.ts'
import { watchStatements } from '../store/slow-statements.ts'

/** Answers one query after the other on a connection that cannot write. */
const { file, slowMs } = workerData as ReadingWork
const { raw } = connect(file, 'read')
const say = (answer: ReadingAnswer) => parentPort?.postMessage(answer)

watchStatements(raw, { slowMs, onSlow: (slow) => say({ slow }) })
keepStatements(raw)

parentPort?.on('message', ({ no, text, values }: ReadingOrder) => {
  try {
    say({ no, rows: raw.prepare(text).all(...values) })
  } catch (error) {
    say({ no, failure: (error as Error).message })
  }
})
