// scripts/mcp-schemas <folder>: a server answers in every protocol version, and each answer is held
// against that version's schema in the folder (schema-<version>.json, as published with the
// protocol). Exits with 1 when one does not fit.
//
// scripts/mcp-schemas --keep <folder>: writes what the tests hold answers against: of each schema
// the types of answers, without their explanations, and the checksum of the file they come from.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Version, versions } from '../test/support/mcp.ts'
import { answerTypes, checkAnswers, type Schema } from '../test/support/mcp-answers.ts'

const kept = resolve(import.meta.dirname, '../test/fixtures/mcp-schemas')

function schemaIn(folder: string, version: Version): Buffer {
  return readFileSync(join(folder, `schema-${version}.json`))
}

async function check(folder: string): Promise<number> {
  let misfits = 0
  for (const version of versions) {
    const schema = JSON.parse(schemaIn(folder, version).toString('utf8'))
    for (const { name, wrong } of await checkAnswers(schema, version)) {
      console.log(
        `${version} ${name}: ${wrong.length === 0 ? 'fits' : `WRONG ${wrong.join('; ')}`}`,
      )
      misfits += wrong.length
    }
  }
  console.log(`${misfits} answers do not fit`)
  return misfits === 0 ? 0 : 1
}

function keep(folder: string): void {
  mkdirSync(kept, { recursive: true })
  for (const version of versions) {
    const bytes = schemaIn(folder, version)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const schema = { sha256, ...reduced(JSON.parse(bytes.toString('utf8'))) }
    writeFileSync(join(kept, `${version}.json`), `${JSON.stringify(schema, null, 2)}\n`)
  }
}

function reduced(schema: Schema & { $schema?: string }): object {
  const place = schema.$defs ? '$defs' : 'definitions'
  const types = schema[place] ?? {}
  const needed: Record<string, object> = {}
  const need = (name: string) => {
    const type = types[name]
    if (type === undefined || name in needed) return
    needed[name] = wordless(type)
    for (const [, other = ''] of JSON.stringify(type).matchAll(/"#\/[$a-z]+\/(\w+)"/g)) need(other)
  }
  for (const name of answerTypes) need(name)
  return { $schema: schema.$schema, [place]: needed }
}

/** Without what is written for readers; a property that is called `description` stays. */
function wordless<T>(part: T): T {
  if (Array.isArray(part)) return part.map(wordless) as T
  if (part === null || typeof part !== 'object') return part
  const entries = Object.entries(part).filter(
    ([name, value]) => name !== 'description' || typeof value !== 'string',
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, wordless(value)])) as T
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'boolean' } },
  })
  const [folder] = positionals
  if (folder === undefined) throw new Error('which folder has the schemas?')
  if (!values.keep) return check(folder)
  keep(folder)
  return 0
}

process.exitCode = await main()
