// The small changes to one node of a source that somebody could have made by mistake.
import ts from 'typescript-5'
import type { Change, Kind } from './change.ts'
import { sqlChanges } from './sql-changes.ts'

const operators: Record<string, readonly string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
}

/** Of drizzle-orm, which whoever runs a mutant gives it as `__drizzle`. */
const conditions: Record<string, string> = {
  eq: 'ne',
  ne: 'eq',
  lt: 'lte',
  lte: 'lt',
  gt: 'gte',
  gte: 'gt',
  isNull: 'isNotNull',
  isNotNull: 'isNull',
  inArray: 'notInArray',
  notInArray: 'inArray',
  exists: 'notExists',
  notExists: 'exists',
  asc: 'desc',
  desc: 'asc',
  max: 'min',
  min: 'max',
}

const methods: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
}
/** Without which the list would be as it was. */
const listMethods = ['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'slice']

function at<T>(table: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** Those of this node alone, not of what is in it. Types and what is only told have none. */
export function changesOf(node: ts.Node, source: ts.SourceFile): Change[] {
  if (ts.isTypeNode(node) || isTold(node) || isWithinChain(node)) return []
  const change = (kind: Kind, text: string, of: ts.Node = node): Change => ({
    kind,
    start: of.getStart(source),
    end: of.end,
    text,
  })
  const shape = ofShape(node, { source, change })
  const place = ofPlace(node, change)
  // Whoever notices that it is always so, and that it never is, notices the opposite.
  const isDecided = place.length > 1
  const found = [...shape.filter(({ text }) => !isDecided || !isOpposite(text)), ...place]
  const own = node.getText(source)
  return found.filter(({ start, text }) => start > node.getStart(source) || text !== own)
}

function isOpposite(text: string): boolean {
  return / [!=]== /.test(text) && !/&&|\|\|/.test(text)
}

type Making = { source: ts.SourceFile; change: (kind: Kind, text: string) => Change }

function ofShape(node: ts.Node, { source, change }: Making): Change[] {
  const textOf = (one: ts.Node) => one.getText(source)
  if (ts.isBinaryExpression(node)) return ofOperator(node, { source, change })
  if (ts.isCallExpression(node)) return ofCall(node, { source, change })
  if (ts.isTaggedTemplateExpression(node)) return sqlChanges(node, source)
  if (ts.isPrefixUnaryExpression(node)) {
    const isNot = node.operator === ts.SyntaxKind.ExclamationToken
    return isNot ? [change('not', `!!(${textOf(node.operand)})`)] : []
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [change('boolean', 'false')]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [change('boolean', 'true')]
  if (ts.isStringLiteral(node)) return isValue(node) ? [change('text', "'mutant'")] : []
  const isDeed = ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression)
  return isDeed ? [change('removed', 'undefined')] : []
}

function ofOperator(node: ts.BinaryExpression, { source, change }: Making): Change[] {
  const [left, right] = [node.left.getText(source), node.right.getText(source)]
  const operator = node.operatorToken.getText(source)
  // A count of nothing is a row, too.
  const isCount = /\.select\(\{ n: count\(\) \}\)[\s\S]*\.get\(\)\?\.n$/.test(left)
  if (operator === '??') return isCount ? [] : [change('default', left)]
  const isText = [node.left, node.right].some(
    (side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
  )
  if (operator === '+' && isText) return []
  const isAssigned = operator.endsWith('=') && operator.length === 2 && /[+-]/.test(operator)
  return (at(operators, operator) ?? []).map((other) =>
    change('operator', isAssigned ? `${left} ${other} ${right}` : `(${left}) ${other} (${right})`),
  )
}

function ofCall(node: ts.CallExpression, { source, change }: Making): Change[] {
  const called = node.expression
  const given = node.arguments.map((one) => one.getText(source))
  const list = given.join(', ')
  if (ts.isIdentifier(called)) {
    const other = at(conditions, called.text)
    if (!/from 'drizzle-orm'/.test(source.text)) return []
    if (called.text === 'and' || called.text === 'or') {
      const fewer = given.map((one, i) => {
        const left = given.filter((_, j) => j !== i).join(', ')
        return change('condition', `${called.text}(/* without ${one} */ ${left})`)
      })
      const swapped = change(
        'condition',
        `__drizzle.${called.text === 'and' ? 'or' : 'and'}(${list})`,
      )
      return given.length > 1 ? [...fewer, swapped] : []
    }
    return other === undefined ? [] : [change('condition', `__drizzle.${other}(${list})`)]
  }
  if (!ts.isPropertyAccessExpression(called) || called.questionDotToken) return []
  const [of, name] = [called.expression.getText(source), called.name.text]
  if (listMethods.includes(name)) return [change('list', of)]
  const other = at(methods, name)
  return other === undefined ? [] : [change('method', `${of}.${other}(${list})`)]
}

/** What a node is in the place where it stands: a condition, or what is given back. */
function ofPlace(node: ts.Node, change: Making['change']): Change[] {
  const { parent } = node
  if (parent === undefined) return []
  const isCondition =
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  if (isCondition) return [change('decided', 'true'), change('decided', 'false')]
  if (ts.isWhileStatement(parent) && parent.expression === node) return [change('decided', 'false')]
  const isGiven =
    (ts.isReturnStatement(parent) && parent.expression === node) ||
    (ts.isArrowFunction(parent) && parent.body === node && ts.isExpression(node))
  if (!isGiven) return []
  return ofReturned(node, parent).map((text) => change('returned', text))
}

function ofReturned(node: ts.Node, parent: ts.Node): string[] {
  const type = typeOfFunction(parent)
  const isLiteral = [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(node.kind)
  if (type === 'boolean') return isLiteral ? [] : ['true', 'false']
  if (/\[\]$/.test(type) && !/[|&]/.test(type)) return ['[]']
  if (/\| (undefined|null)$/.test(type)) return [type.endsWith('null') ? 'null' : 'undefined']
  return []
}

/** Of the function that this gives something back from; '' where it is not written down. */
function typeOfFunction(from: ts.Node): string {
  let one: ts.Node | undefined = from
  while (one !== undefined && !ts.isFunctionLike(one)) one = one.parent
  return one?.type?.getText() ?? ''
}

/** A word that decides something later on: a state, a reason, a code. */
function isValue(node: ts.StringLiteral): boolean {
  const { parent } = node
  if (!/^[a-z][a-z_.]*$/.test(node.text)) return false
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  if (ts.isConditionalExpression(parent)) return parent.condition !== node
  return ts.isArrayLiteralExpression(parent) || ts.isReturnStatement(parent)
}

/** Sentences for people: which words they have is the business of those who write them. */
function isTold(node: ts.Node): boolean {
  const { parent } = node
  const isMessage =
    parent && ts.isPropertyAssignment(parent) && /^message$/.test(parent.name.getText())
  return isMessage || (parent !== undefined && ts.isImportDeclaration(parent))
}

/** In the middle of `a?.b.c`: in parentheses it would go on where there is nothing. */
function isWithinChain(node: ts.Node): boolean {
  const { parent } = node
  const isNext =
    parent !== undefined &&
    (ts.isPropertyAccessExpression(parent) ||
      ts.isCallExpression(parent) ||
      ts.isElementAccessExpression(parent)) &&
    parent.expression === node
  return isNext && (ts.isOptionalChain(node) || ts.isOptionalChain(parent))
}
