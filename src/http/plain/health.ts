import * as z from 'zod'
import { get } from '../route.ts'

const Health = z.object({ status: z.string(), version: z.string() }).meta({ id: 'Health' })

/** Spec 4.2: no envelope, no credential. */
export const health = get('/health', {
  id: 'health',
  summary: 'Whether the service is healthy, and its version',
  description: 'For monitoring: no credential is needed, and the answer has no envelope.',
  tag: 'Service',
  access: 'none',
  reply: Health,
  errors: [503],
  run: ({ rooms }) => rooms.service.health(),
})

/** For a process supervisor: the event loop turns. */
export const livez = get('/livez', {
  id: 'livez',
  summary: 'Whether the process is alive',
  tag: 'Service',
  access: 'none',
  reply: z.object({ status: z.literal('alive') }),
  errors: [],
  run: () => ({ status: 'alive' as const }),
})

/** For a load balancer: requests may be sent here, searches in every mode among them. */
export const readyz = get('/readyz', {
  id: 'readyz',
  summary: 'Whether the service takes requests, searches among them',
  tag: 'Service',
  access: 'none',
  reply: z.object({ status: z.literal('ready') }),
  errors: [503],
  run: ({ rooms }) => rooms.service.ready(),
})
