// What the doors of the annex load: the server and the child start with them.
import { registerHooks } from 'node:module'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

/** Packages and readers that a module loads with everything that it imports. */
async function loadedBy(load: () => Promise<unknown>): Promise<string[]> {
  const loaded = new Set<string>()
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const isReader = /\/read-[a-z]+\.ts$/.test(found.url) && !found.url.endsWith('read-reply.ts')
      if (/^[@a-z]/.test(specifier) && !found.url.startsWith('node:')) loaded.add(specifier)
      if (isReader) loaded.add(found.url.slice(found.url.lastIndexOf('/') + 1))
      return found
    },
  })
  await load()
  hooks.deregister()
  return [...loaded]
}

test('the door of the server loads no library and no reader', async () => {
  assert.equal(await loadedBy(() => import('../../src/extract/index.ts')), [])
})

test('the thread that starts children loads no library and no reader', async () => {
  assert.equal(await loadedBy(() => import('../../src/extract/doors/child-host.ts')), [])
})

test('the door of the child loads no library and no reader', async () => {
  assert.equal(await loadedBy(() => import('../../src/extract/doors/extract-child.ts')), [])
})

test.run()
