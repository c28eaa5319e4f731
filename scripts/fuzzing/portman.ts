// Portman (Apideck) makes requests from an OpenAPI document, good ones and such as break one rule
// of it, and sends them with Newman. We tell it who asks and what there is, and read its report.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { House } from './house.ts'

export const surfaces = ['a', 'b', 'c'] as const
export type Surface = (typeof surfaces)[number]

/** One request that was sent, and what its own tests made of the answer. */
export type Sent = {
  name: string
  method: string
  path: string
  status: number
  /** The body that was sent. */
  asked: string
  body: string
  failures: string[]
}

/** The program in the folder that was named, or in this project's; undefined without one. */
export function findPortman(folder = '.'): string | undefined {
  const program = resolve(folder, 'node_modules/@apideck/portman/bin/portman')
  return existsSync(program) ? program : undefined
}

type Run = {
  program: string
  folder: string
  surface: Surface
  /** Of its files. */
  name: string
  house: House
  document: string
}

export async function runPortman(run: Run): Promise<{ sent: Sent[]; output: string }> {
  const { folder, name, document } = run
  const file = (at: string, content: unknown) => {
    const path = join(folder, at)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
    return path
  }
  const report = join(folder, `report-${name}.json`)
  const newman = { reporters: ['json'], reporter: { json: { export: report } }, bail: false }
  const args = [
    ...['--local', file(`openapi-${name}.json`, document)],
    ...['--baseUrl', run.house.server.url, '--runNewman'],
    ...['--output', join(folder, `collection-${name}.json`)],
    ...['--portmanConfigFile', file('portman.json', configOf(run))],
    ...['--postmanConfigFile', file('postman.json', conversion)],
    ...['--newmanRunOptions', JSON.stringify({ ...newman, abortOnFailure: false })],
  ]
  const output = await printed(process.execPath, [run.program, ...args], folder)
  if (!existsSync(report)) throw new Error(`Portman left no report:\n${output}`)
  return { sent: sentOf(JSON.parse(readFileSync(report, 'utf8'))), output }
}

const conversion = {
  folderStrategy: 'Tags',
  requestParametersResolution: 'Example',
  exampleParametersResolution: 'Example',
  enableOptionalParameters: false,
  optimizeConversion: false,
  stackLimit: 50,
}

/** Every rule of a body or a query that Portman can break, one in each request. */
const every = {
  requiredFields: { enabled: true },
  minimumNumberFields: { enabled: true },
  maximumNumberFields: { enabled: true },
  minLengthFields: { enabled: true },
  maxLengthFields: { enabled: true },
}

function configOf({ house, surface, document }: Run) {
  const all = { openApiOperation: '*::/*' }
  const on = { enabled: true }
  const checks = { contentType: on, jsonBody: on, schemaValidation: on, headersPresent: on }
  const refused = { ...all, openApiResponse: '400', statusCode: { enabled: true, code: 400 } }
  const variation = {
    name: 'Broken',
    openApiResponse: '400',
    fuzzing: [{ requestBody: [every], requestQueryParams: [every] }],
    tests: { contractTests: [{ ...refused, jsonBody: on, schemaValidation: on }] },
  }
  return {
    version: 1.0,
    tests: {
      contractTests: [{ ...all, ...checks }],
      variationTests: [{ ...all, openApiResponse: '400', variations: [variation] }],
    },
    overwrites: operationsOf(document).map((operation) =>
      overwriteOf(operation, { house, token: credentialFor(surface, house) }),
    ),
  }
}

function credentialFor(surface: Surface, { market }: House): string {
  return surface === 'a' ? market.key : market.operator.token
}

type Operation = { id: string; path: string }

function operationsOf(document: string): Operation[] {
  const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, unknown>> }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({
      id: (operation as { operationId: string }).operationId,
      path,
    })),
  )
}

/** These end the session that asks. */
const leavers = new Set(['logOut', 'endBrowserSession'])

/** What only pages of this server may ask is asked as they do. */
function pageHeaders(origin: string) {
  const said = { 'Sec-Fetch-Site': 'same-origin', 'X-Kontor-Console': '1', Origin: origin }
  return Object.entries(said).map(([key, value]) => ({ key, value, insert: true, overwrite: true }))
}

/** What there is to be named in a path and in a body, and another credential for who leaves. */
function overwriteOf({ id, path }: Operation, { house, token }: { house: House; token: string }) {
  const { names, bodies, queries, leaving } = house
  const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part)
  const members = Object.entries(bodies[id] ?? {})
  return {
    openApiOperationId: id,
    overwriteRequestPathVariables: parts
      .map((key) => ({ key, value: names[`${id}.${key}`] ?? names[key], overwrite: true }))
      .filter(({ value }) => value !== undefined),
    overwriteRequestQueryParams: Object.entries(queries[id] ?? {}).map(([key, value]) => ({
      key,
      value,
      overwrite: true,
    })),
    overwriteRequestBody: members.map(([key, value]) =>
      value === undefined ? { key, remove: true } : { key, value, overwrite: true },
    ),
    overwriteRequestHeaders: path.startsWith('/console/') ? pageHeaders(house.server.url) : [],
    overwriteRequestSecurity: { bearer: { token: leavers.has(id) ? leaving.token : token } },
  }
}

async function printed(command: string, args: string[], cwd: string): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  await once(child, 'close')
  return text
}

type Report = { run: { executions: Execution[] } }
type Execution = {
  item: { name: string }
  request: {
    method: string
    url: { path: string[]; query?: readonly { disabled?: boolean }[] }
    body?: { raw?: string }
  }
  response?: {
    code: number
    header?: { key: string; value: string }[]
    stream?: { data: number[] }
  }
  assertions?: { assertion: string; error?: { message: string } }[]
}

function sentOf({ run }: Report): Sent[] {
  return run.executions.map(({ item, request, response, assertions = [] }) => ({
    name: item.name,
    method: request.method,
    path: `/${request.url.path.join('/')}`,
    status: response?.code ?? 0,
    asked: JSON.stringify([request.body?.raw ?? '', sentQuery(request.url.query)]),
    body: Buffer.from(response?.stream?.data ?? []).toString('utf8'),
    failures: assertions.flatMap(({ assertion, error }) =>
      error && !(isLines(response) && /JSON Body|Schema/.test(assertion))
        ? [`${assertion}: ${error.message}`]
        : [],
    ),
  }))
}

/** What is disabled in a request is not sent. */
function sentQuery(query: readonly { disabled?: boolean }[] = []) {
  return query.filter(({ disabled }) => disabled !== true)
}

/** JSON Lines, which Portman takes for one JSON. */
function isLines(response: Execution['response']): boolean {
  const media = response?.header?.find(({ key }) => key.toLowerCase() === 'content-type')
  return media?.value.startsWith('application/x-ndjson') ?? false
}
