// Starts an extraction that is busy for ever, and waits: the test kills this process.
import { openSync } from 'node:fs'
import { openExtractRunner } from '../../src/extract/extract-runner.ts'
import { hostileReader } from './hostile-reader.ts'

const fd = openSync(process.argv[2] ?? '', 'r')
const claims = { filename: 'a.txt', contentType: 'text/plain' }
const runner = openExtractRunner({ program: hostileReader('for (;;) {}') })
const work = runner.extract({ fd, claims }, async () => {})
work.catch(() => {})
