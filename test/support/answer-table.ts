import * as assert from 'uvu/assert'
import type { Answer, Asked, TestApp } from './open-test-app.ts'

/** A request and what must come back. Names in braces and in `as` are looked up in `names`. */
export type Row = {
  name: string
  as?: string
  /** `POST /v1/datasets/{mine}/objects/upload`. */
  ask: string
  body?: unknown
  headers?: Record<string, string>
  status: number
  /** Members of `data` that must be as given; the others are free. */
  data?: Record<string, unknown>
  /** The error, whole. */
  error?: { code: string; message: string; details: Record<string, unknown> }
}

/** Asks row after row of one application and compares every answer. */
export async function checkRows(
  app: Pick<TestApp, 'call'>,
  names: Record<string, string>,
  rows: readonly Row[],
): Promise<void> {
  for (const row of rows) compare(row, await ask(app, names, row))
}

function ask({ call }: Pick<TestApp, 'call'>, names: Record<string, string>, row: Row) {
  const [method = '', path = ''] = row.ask
    .replace(/\{(\w+)\}/g, (_, name) => known(names, name))
    .split(' ')
  const asked: Asked = {
    as: row.as === undefined ? undefined : known(names, row.as),
    ...(row.body === undefined ? {} : { body: row.body }),
    ...(row.headers === undefined ? {} : { headers: row.headers }),
  }
  return call(method, path, asked)
}

function known(names: Record<string, string>, name: string): string {
  const value = names[name]
  if (value === undefined) throw new Error(`this table knows no ${name}`)
  return value
}

function compare({ name, status, data, error }: Row, { status: was, body }: Answer): void {
  assert.is(was, status, `${name}: ${JSON.stringify(body)}`)
  if (error) {
    assert.equal(body.error, error, `${name}: the error`)
    assert.equal(Object.keys(body).sort(), ['error', 'request_id', 'timestamp'], name)
  }
  if (status < 300) {
    assert.equal(Object.keys(body).sort(), ['data', 'request_id', 'timestamp'], name)
  }
  if (data) assert.equal(pick(body.data, Object.keys(data)), data, `${name}: the data`)
}

function pick(value: Record<string, unknown>, keys: string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, value[key]]))
}

export const unauthorized = {
  code: 'unauthorized',
  message: 'A valid credential is needed.',
  details: {},
}

export function missingScope(scope: string) {
  const message = `This needs the scope ${scope}.`
  return { code: 'forbidden', message, details: { reason: 'missing_scope' } }
}

export function notFound(what: string) {
  return { code: 'not_found', message: `No such ${what}.`, details: {} }
}

export function badField(field: string, rule: { reason: string; message: string }) {
  const { reason, message } = rule
  return { code: 'bad_request', message, details: { field, reason } }
}
