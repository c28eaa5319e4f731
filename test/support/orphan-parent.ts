// Starts an extraction that never comes to its end, and waits: the test kills this process.
import { openSync } from 'node:fs'
import { childProgram } from '../../src/adapters/extract/child-program.ts'
import { openExtractRunner } from '../../src/adapters/extract/extract-runner.ts'

const fd = openSync(process.argv[2] ?? '', 'r')
const claims = { filename: 'deep.html', contentType: 'text/html' }
const runner = openExtractRunner({ program: childProgram() })
const work = runner.extract({ fd, claims }, async () => {})
work.catch(() => {})
