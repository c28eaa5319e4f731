import * as z from 'zod'
import { aboutTenants, overlapMaxHours, workKinds } from '../../../../domain/running.ts'
import { idText, int, oneOf } from '../../../fields.ts'
import { get, post } from '../../../route.ts'
import { periodText } from '../money/payouts.schema.ts'
import { presentWork, WorkReply } from './present-work.ts'

const tag = 'Administration'

type AboutTenants = (typeof aboutTenants)[number]
type OfServer = Exclude<(typeof workKinds)[number], AboutTenants>
const ofServer = workKinds.filter(
  (kind): kind is OfServer => !aboutTenants.some((one) => one === kind),
) as [OfServer, ...OfServer[]]

const StartWork = z
  .object({
    kind: oneOf(ofServer),
    period: periodText
      .optional()
      .meta({ description: 'With settle, settle_check, settle_preview: last month unless given' }),
    overlap_hours: int({ min: 0, max: overlapMaxHours })
      .optional()
      .meta({ description: 'With secrets_rotate: how long those of before are taken' }),
  })
  .meta({ id: 'StartWork' })

export const startWork = post('/v1/admin/work', {
  id: 'startWork',
  answersLater: true,
  summary: 'Start work that looks after the server: a backup, a check, a settlement and the like',
  description:
    'Each kind does what the command of that name does (gc_count is kontor gc --count), in the ' +
    'background and once at a time (409). A backup goes where the settings say. What comes of it ' +
    'is remembered until the server ends, the last 20.',
  tag,
  access: 'platform_admin',
  body: StartWork,
  status: 202,
  reply: WorkReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body }) =>
    rooms.service.works.start(cmd, {
      kind: body.kind,
      options: { period: body.period, overlapHours: body.overlap_hours },
    }),
  present: presentWork,
})

export const listWork = get('/v1/admin/work', {
  id: 'listWork',
  summary: 'The work that was started since the server started, the newest first',
  description: 'At most 20, with how far each is and what came of it.',
  tag,
  access: 'platform_admin',
  reply: z.object({ work: z.array(WorkReply) }).meta({ id: 'Works' }),
  errors: [400, 401, 403],
  run: ({ rooms }) => rooms.service.works.list(),
  present: (work) => ({ work: work.map(presentWork) }),
})

export const getWork = get('/v1/admin/work/:id', {
  id: 'getWork',
  summary: 'How far one of them is, and what came of it',
  description: 'Asked again while it runs.',
  tag,
  access: 'platform_admin',
  params: z.object({ id: idText }),
  reply: WorkReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, params }) => rooms.service.works.get(params.id),
  present: presentWork,
})
