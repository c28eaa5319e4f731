import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openExtractRunner } from '../../../src/extract/extract-runner.ts'
import type { ChildProgram } from '../../../src/extract/sandbox/start-child.ts'
import { pictureOf } from '../../support/picture.ts'
import { openBytes } from '../../support/read-bytes.ts'
import { sourceChild } from '../../support/source-child.ts'

/** The real child, where of the engine for pictures only these packages can be read. */
function withEngines(...engines: string[]): ChildProgram {
  const program = sourceChild()
  const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
  const others = [...readdirSync(modules).filter((name) => name !== '@img'), ...engines]
  return {
    ...program,
    readable: program.readable.flatMap((place) =>
      place === modules ? others.map((name) => join(modules, name)) : [place],
    ),
  }
}

async function inspected(program: ChildProgram) {
  using open = openBytes({ bytes: await pictureOf('Wax from Riga'), filename: 'wax.png' })
  const runner = openExtractRunner({ program, limits: { wallMs: 600_000 } })
  return await runner.inspect({ fd: open.fd, claims: open.claims, key: 'wax' })
}

test('a picture is drawn by WebAssembly, and without it read and not drawn', async () => {
  const problem = 'No preview: the engine for pictures cannot be loaded (see kontor doctor).'
  const { preview, failure, sniffedContentType } = await inspected(withEngines())
  assert.equal([preview, failure, sniffedContentType], [{ problem }, null, 'image/png'])
  const whole = await inspected(withEngines('@img/colour', '@img/sharp-wasm32'))
  assert.ok(whole.preview && 'picture' in whole.preview)
})

test.run()
