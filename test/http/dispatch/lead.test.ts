// Which path leads to which handler.
import type { Context } from 'koa'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Handler, leadTo } from '../../../src/http/dispatch/lead.ts'
import { allRoutes } from '../../../src/http/surfaces.ts'

type Led = { path: string | undefined; params: unknown }

/** Where a request is led to, among these paths; undefined: to whoever comes next. */
function openLead(paths: readonly string[]) {
  let led: Led
  const handlerOf = (path: string): Handler => {
    return async ({ params = {} }) => {
      led = { path, params: { ...params } }
    }
  }
  const lead = leadTo(new Map(paths.map((path) => [path, handlerOf(path)])))
  return async (path: string, method = 'GET'): Promise<Led> => {
    led = { path: undefined, params: {} }
    const ctx = { path, method, request: {}, host: 'a', state: {} } as unknown as Context
    await lead(ctx, async () => undefined)
    return led
  }
}

const every = [...new Set(allRoutes().map(({ route }) => route.path))]

test('the path of each endpoint leads to it, by every method', async () => {
  const lead = openLead(every)
  for (const path of every) {
    const asked = path.replace(/[:*]\w+/g, 'some%20one')
    for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS']) {
      assert.is((await lead(asked, method)).path, path, `${method} ${asked}`)
    }
    const names = [...path.matchAll(/[:*](\w+)/g)].map(([, name]) => [name, 'some one'])
    assert.equal((await lead(asked)).params, Object.fromEntries(names), path)
  }
})

test('a path that is more, less or written otherwise leads to none', async () => {
  const lead = openLead(['/a', '/a/b', '/a/:id', '/a/b/:id', '/a/:id/c', '/d/:one/:two'])
  for (const path of ['/', '', '/A', '/a/', '/a/b/c/d', '/d', '/d/1', '/d/1/2/', '/x/1', 'a']) {
    assert.is((await lead(path)).path, undefined, path)
  }
})

test('a fixed path goes before one with parameters, whichever is named first', async () => {
  for (const paths of [
    ['/a/b', '/a/:id', '/a/:id/c'],
    ['/a/:id/c', '/a/:id', '/a/b'],
  ]) {
    const lead = openLead(paths)
    assert.is((await lead('/a/b')).path, '/a/b')
    assert.is((await lead('/a/1')).path, '/a/:id')
    assert.is((await lead('/a/b/c')).path, '/a/:id/c')
  }
})

test('a path with an open end takes all that follows, and a fixed one goes before it', async () => {
  const lead = openLead(['/a/*path', '/a/b'])
  assert.is((await lead('/a/b')).path, '/a/b')
  assert.equal(await lead('/a/b/c/d'), { path: '/a/*path', params: { path: 'b/c/d' } })
  for (const path of ['/a', '/a/', '/b/c']) assert.is((await lead(path)).path, undefined, path)
})

test.run()
