// A bill of materials against the schema of CycloneDX, and against what the schema cannot say.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import * as assert from 'uvu/assert'

const root = resolve(import.meta.dirname, '../..')
const schemas = join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema')

type Bill = {
  metadata: { component: { 'bom-ref': string } }
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

export function assertIsBill(value: object): void {
  // Two kinds of addresses that no bill of ours has are not looked at.
  const ajv = new Ajv({ strict: false, formats: { 'idn-email': true, 'iri-reference': true } })
  formats.default(ajv)
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  }
  assert.ok(ajv.validate(schemaOf('bom-1.6'), value), ajv.errorsText())
  const { metadata, components, dependencies } = value as Bill
  const known = [metadata.component, ...components].map((one) => one['bom-ref'])
  assert.is(new Set(known).size, known.length, 'a reference names one thing')
  const named = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
  for (const ref of named) assert.ok(known.includes(ref), `${ref} is named and not there`)
}

function schemaOf(name: string): object {
  return JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8'))
}
