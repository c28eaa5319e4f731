import { plural } from '../../../i18n/plural.ts'

const count = plural('en')

export const en = {
  title: 'Support',
  request: 'Id of a request, req_…',
  start: 'Paste the id of a request',
  startHint: 'Each refusal shows one. Here is what the log and the audit know of it.',
  asked: 'The request',
  what: 'What',
  status: 'Answer',
  took: 'Took',
  ms: (n: string) => `${n} ms`,
  ended: 'Ended',
  trace: 'Trace',
  noTrace: 'none: KONTOR_TRACE_URL is not set',
  forgotten: 'none: it is not remembered any more',
  spans: (n: number, shown: string) => count(n, { one: '1 request', other: `${shown} requests` }),
  lines: 'Lines of the log',
  noLines: 'None is remembered: it may be older than the server’s start.',
  deeds: 'What it changed',
  noDeeds: 'Nothing that the audit keeps.',
}
