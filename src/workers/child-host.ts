import { parentPort } from 'node:worker_threads'
import { serveChildren } from '../extract/doors/child-host.ts'

/**
 * The thread that starts extraction children and watches them. The other end is
 * extract/sandbox/child-thread.ts.
 */
if (parentPort) serveChildren(parentPort)
