import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { loadMediabunnyAsOneFile } from '../../../src/extract/media/one-file.ts'

test('mediabunny is the same in one file as in many', async () => {
  const many = import.meta.resolve('mediabunny')
  const whole = await import(many)
  loadMediabunnyAsOneFile()
  const one = import.meta.resolve('mediabunny')
  assert.is.not(one, many)
  const single = await import('mediabunny')
  assert.is.not(single.Input, whole.Input)
  // Where the system's files are opened by their paths, which no child may do, is not in it.
  const names = (all: object) => Object.keys(all).filter((name) => !/FilePath/.test(name))
  assert.equal(names(single).sort(), names(whole).sort())
})

test.run()
