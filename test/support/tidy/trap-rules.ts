// Things that compile, pass, and then hurt.
import {
  at,
  type Breach,
  childrenOf,
  dotted,
  isFunction,
  isNode,
  type Node,
  nodesOf,
  type Source,
} from './source.ts'

/** main.ts hands the environment on unread; config.ts reads it. The single file starts earlier. */
const envReaders = /^src\/(main|config|start\/single-file)\.ts$/
const exitCallers = /^src\/(main|start\/single-file)\.ts$/

/** uvu exits 0 on each of these. */
export function uvuBreaches(source: Source): Breach[] {
  if (!source.path.endsWith('.test.ts')) return []
  const nodes = nodesOf(source.program)
  const calls = nodes.filter(({ type }) => type === 'CallExpression')
  const suites = suiteNames(nodes)
  const named = calls.map((node) => ({ node, name: dotted(node.callee) ?? '' }))
  const ofSuite = named.flatMap(({ node, name }) => {
    const [suite = '', ...method] = name.split('.')
    return suites.has(suite) ? [{ node, method: method.join('.') }] : []
  })
  const breaches = ofSuite
    .filter(({ method }) => /^(only|skip|before|after)(\.each)?$/.test(method))
    .map(({ node, method }) => at(source, node, `.${method}() hides failures`))
  for (const name of suites) {
    if (!named.some((call) => call.name === `${name}.run`))
      breaches.push({ path: source.path, line: 1, says: `never calls ${name}.run()` })
  }
  if (suites.size === 0) breaches.push({ path: source.path, line: 1, says: 'has no uvu test' })
  return breaches
}

/** `test` as imported from uvu, and every name bound to `suite(…)`. */
function suiteNames(nodes: readonly Node[]): Set<string> {
  const names = new Set<string>()
  for (const node of nodes) {
    if (node.type === 'ImportDeclaration' && (node.source as Node).value === 'uvu') {
      for (const one of node.specifiers as { local: Node; imported?: Node }[]) {
        if (one.imported?.name === 'test') names.add(one.local.name as string)
      }
    }
    const init = node.type === 'VariableDeclarator' ? node.init : undefined
    if (isNode(init) && init.type === 'CallExpression' && dotted(init.callee) === 'suite')
      names.add((node.id as Node).name as string)
  }
  return names
}

/** Names of tables and columns stand in SQL as they are: those of lists that we wrote. */
const sqlFromLists = new Set([
  'src/adapters/backup/database-facts.ts',
  'src/adapters/portability/export-tenant.ts',
  'src/domain/erasure/apply-in-slices.ts',
  'src/domain/reports/buyer/queries.ts',
  'src/domain/reports/period.ts',
  'src/store/seal/open-seal.ts',
  'src/store/seal/sums.ts',
  'src/store/watch-rows.ts',
])

/** What somebody sent is never a part of SQL, or it can say what is done. */
export function sqlBreaches(source: Source): Breach[] {
  if (!source.path.startsWith('src/') || sqlFromLists.has(source.path)) return []
  return nodesOf(source.program)
    .filter(({ type }) => type === 'CallExpression')
    .filter((node) => {
      const name = dotted(node.callee) ?? ''
      const [text] = node.arguments as Node[]
      if (name === 'sql.raw') return true
      return /\.(prepare|exec)$/.test(name) && text !== undefined && isPutTogether(text)
    })
    .map((node) => at(source, node, 'puts SQL together: give values apart'))
}

function isPutTogether(node: Node): boolean {
  if (node.type === 'BinaryExpression') return true
  return node.type === 'TemplateLiteral' && (node.expressions as Node[]).length > 0
}

/** uvu swallows what is thrown when it is not an Error, and so does every `instanceof` of ours. */
export function throwBreaches(source: Source): Breach[] {
  return nodesOf(source.program)
    .filter(({ type }) => type === 'ThrowStatement')
    .filter(({ argument }) => /Literal$|^ObjectExpression$/.test((argument as Node).type))
    .map((node) => at(source, node, 'throws something that is not an Error'))
}

export function processBreaches(source: Source): Breach[] {
  if (!source.path.startsWith('src/')) return []
  const never: [name: string, allowed: RegExp][] = [
    ['process.env', envReaders],
    ['process.exit', exitCallers],
    ['process.exitCode', exitCallers],
    ['z.coerce', /^$/],
  ]
  return nodesOf(source.program).flatMap((node) => {
    const name = dotted(node)
    const rule = never.find(([one, allowed]) => one === name && !allowed.test(source.path))
    return rule === undefined ? [] : [at(source, node, `${name} has no place here`)]
  })
}

/** The packaged bundle is CommonJS, which has no top-level await; modules for browsers have it. */
export function awaitBreaches(source: Source): Breach[] {
  if (!source.path.startsWith('src/') || source.path === 'src/console/main.tsx') return []
  return topLevel(source.program)
    .filter((node) => node.type === 'AwaitExpression' || node.await === true)
    .map((node) => at(source, node, 'top-level await'))
}

function topLevel(node: Node): Node[] {
  if (isFunction(node)) return []
  return [node, ...childrenOf(node).flatMap(topLevel)]
}

/** What is returned as a promise goes on after `using` has closed what it works with. */
export function disposalBreaches(source: Source): Breach[] {
  if (!/^(src|test)\//.test(source.path)) return []
  const nodes = nodesOf(source.program)
  const quick = new Set(nodes.filter(isQuickFunction).map(({ id }) => dotted(id)))
  return nodes
    .filter((node) => isFunction(node) && node.async === true && node.generator !== true)
    .flatMap((node) => returnsUnderUsing(node.body as Node))
    .flatMap(({ argument }) => (isNode(argument) ? valuesOf(argument) : []))
    .filter((value) => givesPromise(value) && !isQuick(value, quick))
    .map((node) => at(source, node, 'a promise outlives what `using` closes: await it'))
}

/** The returns of a function that come after a `using` of a block that they lie in. */
function returnsUnderUsing(node: Node, isUnder = false): Node[] {
  if (isFunction(node)) return []
  if (node.type === 'ReturnStatement') return isUnder ? [node] : []
  let isHeld = isUnder
  return childrenOf(node).flatMap((child) => {
    isHeld ||= child.type === 'VariableDeclaration' && /using$/.test(child.kind as string)
    return returnsUnderUsing(child, isHeld)
  })
}

/** What an expression comes to: one of these. */
function valuesOf(node: Node): Node[] {
  const { expression, consequent, alternate, left, right } = node as Node & Record<string, Node>
  if (/^TS.+Expression$/.test(node.type)) return valuesOf(expression as Node)
  if (node.type === 'ConditionalExpression')
    return [consequent, alternate].flatMap((one) => valuesOf(one as Node))
  if (node.type === 'LogicalExpression')
    return [left, right].flatMap((one) => valuesOf(one as Node))
  return [node]
}

function givesPromise({ type, callee }: Node): boolean {
  return /^(Optional)?CallExpression$/.test(type) || dotted(callee) === 'Promise'
}

/** A function of this file that says what it gives, and it is no promise. */
function isQuickFunction(node: Node): boolean {
  const { type, async, returnType } = node
  return type === 'FunctionDeclaration' && !async && isNode(returnType) && !namesPromise(returnType)
}

function namesPromise(type: Node): boolean {
  return nodesOf(type).some(({ name }) => name === 'Promise')
}

const quickOwners = /^(JSON|Object|Math|assert)\./
const quickMethods = /^(map|filter|flatMap|join|slice|trim|toString)$/

function isQuick({ callee }: Node, quick: ReadonlySet<string | undefined>): boolean {
  const name = dotted(callee) ?? ''
  const method = dotted((callee as Node).property) ?? ''
  return quick.has(name) || quickOwners.test(name) || quickMethods.test(method)
}

export function exportBreaches(source: Source): Breach[] {
  return nodesOf(source.program)
    .filter(({ type }) => type === 'ExportDefaultDeclaration')
    .map((node) => at(source, node, 'default export: exports have names here'))
}

/** Words that have no place in a committed file; the brackets keep this file clear of them. */
const bannedWords: readonly [pattern: RegExp, why: string][] = [
  [/(?<![\w.-])\/(w[o]rk|h[o]me|r[o]ot|Us[e]rs)\/[\w.]/, 'a path of one machine'],
  [/registry\.n[p]mjs|deb\.deb[i]an\.org/, 'a registry host'],
  [/\b(STYL[E]|INTERFAC[E](-CHOICES)?|BRIE[F])\.md\b/, 'a document that is not in this repository'],
  [/\bshare[d]\/(notes|prototypes|samples|eval|corpora)\b/, 'a folder not in this repository'],
  // Desktop and Code are MCP clients, which the product names to those who set it up.
  [
    /\b(cla[u]de(?! (Desktop|Code)\b)|anthr[o]pic|chat[g]pt|cop[i]lot|sub-?a[g]ents?)\b/i,
    'a tool of the author',
  ],
  [/\bin this s[e]ssion\b|\bprevious s[e]ssion\b/i, 'how it was made, not what it is'],
  [/TO[D]O: impl[e]ment|FIX[M]E|X{3}\b/, 'unfinished work'],
]

export function wordBreaches({ path, text }: { path: string; text: string }): Breach[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      bannedWords
        .filter(([pattern]) => pattern.test(line))
        .map(([, why]) => ({ path, line: index + 1, says: why })),
    )
}
