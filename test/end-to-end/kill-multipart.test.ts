// 72 MiB in parts, as `scripts/soak upload --mib 200` does it with more.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { soakUpload } from '../../scripts/soaking/upload.ts'

const report = await soakUpload({ mib: 72 })

test('an upload goes on after a kill where it was, and has the right checksum', () => {
  assert.equal(report.breaches, [])
})

test('it came in parts, some of them before the kill', () => {
  assert.ok(report.parts >= 8, `${report.parts} parts`)
  assert.ok(report.kept >= 3 && report.kept < report.parts, `${report.kept} kept`)
})

test.run()
