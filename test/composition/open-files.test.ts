// Whether the files can be reached, as a start finds out.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openFiles } from '../../src/composition/open-files.ts'
import { readConfig } from '../../src/config.ts'
import { refusal } from '../support/refusal.ts'
import { keptLog } from '../support/search-cell.ts'
import { smallS3 } from '../support/small-s3.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('a start does not wait for an S3 that hangs', async () => {
  using folder = temporaryFolder()
  const hung = createServer(() => undefined)
  await once(hung.listen(0, '127.0.0.1'), 'listening')
  const endpoint = `http://127.0.0.1:${(hung.address() as AddressInfo).port}`
  const blobs = `s3://kontor/?endpoint=${endpoint}&path_style=true`
  const flags = { dataDir: folder.path, blobs, s3AccessKey: 'key', s3SecretKey: 'secret' }
  const log = keptLog()
  const beganMs = performance.now()
  await openFiles(readConfig({ flags }), { id: '1', isReadOnly: false, log: log as never })
  const tookMs = performance.now() - beganMs
  hung.closeAllConnections()
  hung.close()
  assert.ok(tookMs < 15_000, `${tookMs}`)
  assert.match(log.lines.join('\n'), /no answer within 3000 ms.* the files cannot be reached/)
})

test('the bucket of another installation ends the start', async () => {
  using folder = temporaryFolder()
  await using s3 = await smallS3()
  const config = readConfig({ flags: { dataDir: folder.path, ...s3.settings } })
  const log = keptLog()
  await openFiles(config, { id: '1', isReadOnly: false, log: log as never })
  const other = openFiles(config, { id: '2', isReadOnly: false, log: log as never })
  assert.is((await refusal(other)).name, 'BucketRefused')
})

test.run()
