import { parentPort, workerData } from 'node:worker_threads'
import { type Assembly, assembleFile } from '../adapters/assemble-file.ts'

/** A thread for one file: puts it together, says what it is, and ends (adapters/blob-assembler). */
parentPort?.postMessage(assembleFile(workerData as Assembly))
