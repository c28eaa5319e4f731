// Which files of subtitles belong to which recordings, by their names.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  basesOf,
  isRecordingName,
  isSidecarName,
} from '../../../src/domain/catalog/sidecars/sidecar-name.ts'

test('subtitles of each kind that is read may lie beside a recording', () => {
  for (const ending of ['srt', 'vtt', 'ttml', 'dfxp', 'ass', 'ssa', 'SRT']) {
    assert.ok(isSidecarName(`talk.de.${ending}`), ending)
  }
  for (const name of ['talk.txt', 'talk', 'srt', 'talk.srt.gz']) assert.not(isSidecarName(name))
})

test('a recording of a telephone is one, and its subtitles have its name', () => {
  for (const name of ['talk.3gp', 'talk.3G2', 'talk.mp4']) assert.ok(isRecordingName(name), name)
  assert.not(isRecordingName('talk.3gpx'))
  assert.equal(basesOf('Talk.de.ttml'), ['talk.de', 'talk'])
})

test.run()
