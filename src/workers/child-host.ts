import { parentPort } from 'node:worker_threads'
import { serveChildren } from '../adapters/extract/child-host.ts'

/**
 * The thread that starts extraction children and watches them. The other end is
 * adapters/extract/child-thread.ts.
 */
if (parentPort) serveChildren(parentPort)
