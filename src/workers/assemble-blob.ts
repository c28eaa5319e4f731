import { parentPort, workerData } from 'node:worker_threads'
import { type Assembly, assembleFile } from '../adapters/blobs/assemble-file.ts'

/** A thread for one file: puts it together, says what it is, and ends (blob-assembler.ts). */
parentPort?.postMessage(assembleFile(workerData as Assembly))
