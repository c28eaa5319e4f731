// What the tidy rules read: a parsed file, its nodes, and the imports between files.
import { posix } from 'node:path'
import { parse } from '@babel/parser'

export type Node = {
  type: string
  loc: { start: { line: number }; end: { line: number } }
  [key: string]: unknown
}
export type Source = File & { program: Node }
/** What is known of a file once its nodes are gone: those of all files take a gigabyte. */
export type File = {
  path: string
  text: string
  headComment: string
  imports: readonly Import[]
}
export type Breach = { path: string; line: number; says: string }
export type Import = {
  line: number
  target: string
  typeOnly: boolean
  /** `import('…')`: it is loaded when it is asked for. */
  dynamic: boolean
  relative: boolean
}

export function sourceOf({ path, text }: { path: string; text: string }): Source {
  const drawn = path.endsWith('.tsx') ? ['jsx' as const] : []
  const plugins = ['typescript' as const, ...drawn]
  // Which comment belongs to which node is asked by nobody.
  const file = parse(text, { sourceType: 'module', plugins, attachComment: false })
  const first = file.comments?.[0]
  const headComment = first !== undefined && first.start === 0 ? leading(text) : ''
  const program = file.program as unknown as Node
  return { path, text, program, headComment, imports: importsIn(program, path) }
}

/** The comment block at the very top: `//` lines, or one block comment. */
function leading(text: string): string {
  return /^(?:\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*\n)+)/.exec(text)?.[0] ?? ''
}

const walked = new WeakMap<Node, readonly Node[]>()

/** Every node below `node`, itself included, parents first; each node is walked once. */
export function nodesOf(node: Node): readonly Node[] {
  const known = walked.get(node)
  if (known) return known
  const found: Node[] = []
  addNodes(node, found)
  walked.set(node, found)
  return found
}

function addNodes(node: Node, found: Node[]): void {
  found.push(node)
  for (const name in node) {
    const value = node[name]
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child)) addNodes(child, found)
    } else if (isNode(value)) addNodes(value, found)
  }
}

export function childrenOf(node: Node): Node[] {
  const found: Node[] = []
  for (const name in node) {
    const value = node[name]
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child)) found.push(child)
    } else if (isNode(value)) found.push(value)
  }
  return found
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'loc' in value
}

const functions = new Set([
  ...['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'],
  ...['ObjectMethod', 'ClassMethod', 'ClassPrivateMethod'],
])

export function isFunction({ type }: Node): boolean {
  return functions.has(type)
}

/** A breach at a node, in words that a reader can act on. */
export function at(source: Source, node: Node, says: string): Breach {
  return { path: source.path, line: node.loc.start.line, says }
}

/** `a.b.c` for a chain of plain names, else undefined. */
export function dotted(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return node.name as string
  if (node.type !== 'MemberExpression' || node.computed === true) return undefined
  const left = dotted(node.object)
  const right = dotted(node.property)
  return left === undefined || right === undefined ? undefined : `${left}.${right}`
}

export function importsOf({ imports }: Pick<File, 'imports'>): readonly Import[] {
  return imports
}

/** All imports and re-exports, dynamic ones and `import('…')` types included. */
function importsIn(program: Node, path: string): Import[] {
  const found: Import[] = []
  for (const node of nodesOf(program)) {
    const text = importedText(node)
    if (text === undefined) continue
    const relative = text.startsWith('.')
    const target = relative ? posix.join(posix.dirname(path), text) : text
    found.push({
      line: node.loc.start.line,
      target,
      typeOnly: isTypeOnly(node),
      dynamic: node.type === 'ImportExpression',
      relative,
    })
  }
  return found
}

const importing = new Set([
  ...['ImportDeclaration', 'ImportExpression', 'TSImportType'],
  ...['ExportNamedDeclaration', 'ExportAllDeclaration'],
])

function importedText(node: Node): string | undefined {
  if (!importing.has(node.type)) return undefined
  const named = node.source ?? (node.argument as Node | undefined)
  if (!isNode(named)) return undefined
  const literal = named.type === 'TSLiteralType' ? (named.literal as Node) : named
  return literal.type === 'StringLiteral' ? (literal.value as string) : undefined
}

function isTypeOnly(node: Node): boolean {
  if (node.type === 'TSImportType') return true
  if (node.importKind === 'type' || node.exportKind === 'type') return true
  const specifiers = (node.specifiers ?? []) as Node[]
  return specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type')
}
