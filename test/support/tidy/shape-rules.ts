// Sizes, names and signatures.
import {
  at,
  type Breach,
  childrenOf,
  isFunction,
  isNode,
  type Node,
  nodesOf,
  type Source,
} from './source.ts'

const limits = { functionLines: 70, drawnLines: 120, srcLines: 400, testLines: 800, columns: 100 }

/** Files whose length says nothing about them. */
const lengthExempt = /(^|\/)tables\.ts$|\/generated\//

export function lengthBreaches({ path, text }: { path: string; text: string }): Breach[] {
  const lines = text.replace(/\n$/, '').split('\n')
  const limit = path.startsWith('src/') ? limits.srcLines : limits.testLines
  const breaches = lines.flatMap((line, index) =>
    [...line].length > limits.columns
      ? [{ path, line: index + 1, says: `${[...line].length} columns; at most ${limits.columns}` }]
      : [],
  )
  if (lines.length <= limit || lengthExempt.test(path)) return breaches
  return [...breaches, { path, line: 1, says: `${lines.length} lines; at most ${limit}` }]
}

/**
 * Counts statements: what stands in literals (rows, named values, texts) decides nothing. What
 * draws may be longer: most of it is what is drawn.
 */
export function functionBreaches(source: Source): Breach[] {
  const limit = source.path.endsWith('.tsx') ? limits.drawnLines : limits.functionLines
  return nodesOf(source.program)
    .filter(isFunction)
    .flatMap((node) => {
      // Few are so long that it matters what in them is a literal.
      if (linesOf(node) <= limit) return []
      const lines = linesOf(node) - literalLines(node)
      if (lines <= limit) return []
      return [at(source, node, `function of ${lines} lines; at most ${limit}`)]
    })
}

function linesOf(node: Node): number {
  return node.loc.end.line - node.loc.start.line + 1
}

/** Lines that literals take below `node`, but for those of the functions in them. */
function literalLines(node: Node): number {
  return sum(
    childrenOf(node).map((one) => {
      if (!isLiteral(one)) return literalLines(one)
      return linesOf(one) - 1 - sum(functionsIn(one).map((f) => linesOf(f) - literalLines(f)))
    }),
  )
}

function isLiteral({ type }: Node): boolean {
  return /^(ArrayExpression|ObjectExpression|TemplateLiteral)$/.test(type)
}

/** The outermost functions with a body of statements below `node`. */
function functionsIn(node: Node): Node[] {
  return childrenOf(node).flatMap((one) =>
    isFunction(one) && (one.body as Node).type === 'BlockStatement' ? [one] : functionsIn(one),
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** Both are ways around the sizes, and hide a mistyped property from the compiler. */
export function spreadBreaches(source: Source): Breach[] {
  return nodesOf(source.program).flatMap((node) => {
    if (isSpreadLiteral(node)) return [at(source, node, 'spreads a literal: write its properties')]
    const parameters = isFunction(node) ? (node.params as Node[]) : []
    return parameters.some(isTupleParameter)
      ? [at(source, node, 'takes a tuple as its parameters: name them, or pass an object')]
      : []
  })
}

function isSpreadLiteral(node: Node): boolean {
  const isSpread = node.type === 'SpreadElement'
  return isSpread && (node.argument as Node).type === 'ObjectExpression'
}

function isTupleParameter(node: Node): boolean {
  return node.type === 'RestElement' && (node.argument as Node).type === 'ArrayPattern'
}

/** Two neighbours of the same primitive type can be swapped without anyone noticing. */
export function parameterBreaches(source: Source): Breach[] {
  if (source.path.startsWith('test/')) return []
  return nodesOf(source.program).flatMap((node) => {
    const parameters = node.params ?? (isSignature(node) ? node.parameters : undefined)
    if (!Array.isArray(parameters)) return []
    const kinds = parameters.map(primitiveOf)
    const index = kinds.findIndex(
      (kind, i) => kind !== undefined && kind === kinds[i + 1] && !isPair(parameters.slice(i)),
    )
    if (index === -1) return []
    return [at(source, node, `two ${kinds[index]} parameters side by side: pass an object`)]
  })
}

/** Names whose order everybody knows, or for which the order means nothing. */
function isPair([first, second]: Node[]): boolean {
  return ['a b', 'min max', 'left right'].includes(`${first?.name} ${second?.name}`)
}

function isSignature(node: Node): boolean {
  return /^TS(FunctionType|MethodSignature|DeclareFunction|DeclareMethod)$/.test(node.type)
}

function primitiveOf(parameter: unknown): string | undefined {
  if (!isNode(parameter)) return undefined
  if (parameter.type === 'AssignmentPattern') {
    const { left, right } = parameter as Node & { left: Node; right: Node }
    return primitiveOf(left) ?? (left.typeAnnotation ? undefined : literalKind(right))
  }
  const annotation = parameter.typeAnnotation
  if (parameter.type !== 'Identifier' || !isNode(annotation)) return undefined
  return keywordOf(annotation.typeAnnotation as Node)
}

function literalKind({ type }: Node): string | undefined {
  return /^(String|Numeric|Boolean)Literal$/
    .exec(type)?.[1]
    ?.toLowerCase()
    .replace('numeric', 'number')
}

function keywordOf(type: Node): string | undefined {
  if (type.type === 'TSUnionType') {
    const kinds = (type.types as Node[]).filter(
      (one) => !/^TS(Undefined|Null)Keyword$/.test(one.type),
    )
    return kinds.length === 1 && kinds[0] !== undefined ? keywordOf(kinds[0]) : undefined
  }
  return /^TS(String|Number|Boolean|BigInt)Keyword$/.exec(type.type)?.[1]?.toLowerCase()
}

const never = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'manager',
  'service',
  'types',
  'misc',
]
const neverLast = /-(utils?|helpers?|manager|service)$/

/** If a thing has no name, it has no home yet. */
export function nameBreaches(path: string): Breach[] {
  const parts = path.split('/')
  const file = parts.pop() ?? ''
  const stem = file.replace(/(\.(test|schema|d))?\.tsx?$/, '')
  const breaches = [stem, ...parts]
    .filter((part) => never.includes(part) || neverLast.test(part))
    .map((part) => ({ path, line: 1, says: `'${part}' names nothing` }))
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem)) return breaches
  return [...breaches, { path, line: 1, says: `${file} is not kebab-case` }]
}

/** A test lies where its subject lies. */
export function mirrorBreaches(path: string, folders: ReadonlySet<string>): Breach[] {
  const folder = /^test\/(.+)\/[^/]+\.test\.ts$/.exec(path)?.[1]
  if (folder === undefined || /^(scripts|end-to-end|packaged)$/.test(folder)) return []
  if (folders.has(`src/${folder}`)) return []
  return [{ path, line: 1, says: `there is no src/${folder}` }]
}
