import * as z from 'zod'
import { isoOf } from '../../../../base/clock.ts'
import {
  type AddressReport,
  type Checklist,
  stepNames,
} from '../../../../domain/first-hour/index.ts'
import { timestamp } from '../../../fields.ts'
import { type AnyRoute, del, get, patch, post } from '../../../route.ts'

const common = { tag: 'Administration', access: 'platform_admin' } as const

const AddressReply = z
  .object({
    url: z.string(),
    checked_at: timestamp,
    findings: z.array(
      z.object({ level: z.enum(['error', 'warning']), message: z.string(), remedy: z.string() }),
    ),
    certificate: z
      .object({
        subject: z.string(),
        issuer: z.string(),
        ends_at: timestamp,
        chain: z.array(z.string()).meta({ description: "From the server's own upwards, as sent" }),
        trusted: z.boolean().meta({ description: 'By the authorities that this machine believes' }),
        trouble: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'Null: plain HTTP, or nothing answers' }),
  })
  .meta({ id: 'AddressCheck' })

const FirstHourReply = z
  .object({
    steps: z.array(
      z.object({
        step: z.enum(stepNames),
        state: z.enum(['done', 'open', 'none']).meta({ description: 'none: it does not apply' }),
        cause: z.string().meta({ description: 'Why, in a word that stays' }),
        detail: z.string().nullable(),
        settings: z.array(z.string()).meta({ description: 'To be given from outside' }),
      }),
    ),
    over: z.boolean().meta({ description: 'Nothing is open' }),
    put_aside: z.boolean(),
    base_url: z.string().nullable(),
    samples_dataset_id: z.string().nullable(),
    address: AddressReply.nullable().meta({ description: 'As it was checked last' }),
    abilities: z.array(
      z.object({
        name: z.string(),
        state: z.enum(['ready', 'off', 'broken']),
        detail: z.string(),
        remedy: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'FirstHour' })

const getFirstHour = get('/v1/admin/first-hour', {
  ...common,
  id: 'getFirstHour',
  summary: 'What is to be set up, and how far that is',
  description: 'Looked at anew each time; a second factor is that of who asks.',
  reply: FirstHourReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal }) => rooms.firstHour.readChecklist(principal),
  present: presentChecklist,
})

const changeFirstHour = patch('/v1/admin/first-hour', {
  ...common,
  id: 'changeFirstHour',
  summary: 'Put the list aside, or take it up again',
  description: 'Put aside, it does not show on the overview; nothing else changes.',
  body: z.object({ put_aside: z.boolean() }).meta({ id: 'ChangeFirstHour' }),
  reply: FirstHourReply,
  errors: [400, 401, 403],
  async run({ rooms, cmd, principal, body }) {
    await rooms.firstHour.putAside(cmd, body.put_aside)
    return await rooms.firstHour.readChecklist(principal)
  },
  present: presentChecklist,
})

const tryAddress = post('/v1/admin/first-hour/address', {
  ...common,
  id: 'tryAddress',
  answersLater: true,
  summary: "Ask the server's public address as its clients do, and look at its certificate",
  description: 'Over the network, now and never by itself. 409 without KONTOR_BASE_URL.',
  reply: AddressReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd }) => rooms.firstHour.tryAddress(cmd),
  present: presentAddress,
})

const tryMail = post('/v1/admin/first-hour/mail', {
  ...common,
  id: 'tryMail',
  answersLater: true,
  summary: 'Send a letter to whoever asks, and say what the server for mail answered',
  description: '409 without KONTOR_SMTP_URL.',
  reply: z
    .object({ taken: z.boolean(), answer: z.string(), email: z.string() })
    .meta({ id: 'MailTest' }),
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd }) => rooms.firstHour.tryMail(cmd),
  present: ({ ok, said, to }) => ({ taken: ok, answer: said, email: to }),
})

const addSamples = post('/v1/admin/first-hour/samples', {
  ...common,
  id: 'addSamples',
  answersLater: true,
  summary: 'Put invented documents into a private dataset of the own tenant, to try things with',
  description: 'They go into the index at once. 409 while they are there.',
  status: 201,
  reply: z.object({ dataset_id: z.string() }).meta({ id: 'Samples' }),
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd }) => rooms.firstHour.addSamples(cmd),
  present: ({ datasetId }) => ({ dataset_id: datasetId }),
})

const removeSamples = del('/v1/admin/first-hour/samples', {
  ...common,
  id: 'removeSamples',
  summary: 'Take them away, with their dataset and all that was put into it',
  description: 'As any dataset is deleted. 404 where there are none.',
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd }) => rooms.firstHour.removeSamples(cmd),
})

export const firstHourRoutes: readonly AnyRoute[] = [
  getFirstHour,
  changeFirstHour,
  tryAddress,
  tryMail,
  addSamples,
  removeSamples,
]

function presentAddress({ url, findings, certificate, atMs }: AddressReport & { atMs: number }) {
  return {
    url,
    checked_at: isoOf(atMs),
    findings: findings.map(({ level, message, remedy }) => ({ level, message, remedy })),
    certificate: certificate && {
      subject: certificate.subject,
      issuer: certificate.issuer,
      ends_at: isoOf(certificate.endMs),
      chain: [...certificate.chain],
      trusted: certificate.isTrusted,
      trouble: certificate.trouble,
    },
  }
}

function presentChecklist(list: Checklist) {
  return {
    steps: list.steps.map(({ name, state, reason, detail, settings }) => ({
      step: name,
      state,
      cause: reason,
      detail,
      settings: [...settings],
    })),
    over: list.isOver,
    put_aside: list.isAside,
    base_url: list.baseUrl,
    samples_dataset_id: list.samplesDatasetId,
    address: list.address && presentAddress(list.address),
    abilities: list.abilities.map(({ name, state, detail, remedy }) => {
      return { name, state, detail, remedy }
    }),
  }
}
