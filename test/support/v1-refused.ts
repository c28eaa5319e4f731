import * as assert from 'uvu/assert'
import { isoOf } from '../../src/base/clock.ts'
import type { Answer, TestApp } from './open-test-app.ts'

/** An error of Surface B without what differs from request to request. */
export type V1Refusal = { code: string; message: string; details: object }

/** Holds the whole answer against the one error that it must be (spec 7.1). */
export function assertV1Refused(
  app: TestApp,
  answer: Answer,
  { status, ...error }: V1Refusal & { status: number },
): void {
  assert.equal(
    { status: answer.status, body: answer.body },
    {
      status,
      body: {
        error,
        request_id: answer.headers.get('x-request-id'),
        timestamp: isoOf(app.clock.nowMs()),
      },
    },
  )
}

/** What a field was refused for, as a 400. */
export function badField({
  message,
  ...details
}: {
  field: string
  reason: string
  message: string
}) {
  return { status: 400, code: 'bad_request', message, details }
}

/** Without a valid credential. */
export const unauthorized = {
  status: 401,
  code: 'unauthorized',
  message: 'A valid credential is needed.',
  details: {},
}
