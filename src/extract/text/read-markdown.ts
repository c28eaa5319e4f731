import { cleanLine } from '../../base/clean-text.ts'
import type { Block } from '../../domain/ingest/ports.ts'
import type { Found, ReadRequest } from '../formats/reader.ts'
import { blockCharsMax } from '../limits.ts'
import { renderRow } from '../tables/render-row.ts'
import { isLaidOut } from './layout.ts'
import { readLines } from './read-text.ts'
import { reflow } from './reflow.ts'
import { splitLong } from './split-long.ts'

const lineCharsMax = 4 * 1024 * 1024
const fence = /^ {0,3}(`{3,}|~{3,})/
const heading = /^ {0,3}#{1,6}(?=\s|$)/
const underline = /^ {0,3}(?:=+|-+)\s*$/
const rule = /^ {0,3}(?:(?:\*\s*){3,}|(?:_\s*){3,}|(?:-\s*){3,})$/
const tableRule = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/
/** A name, where it leads to and perhaps a title; words behind a name or a footnote are text. */
const definition =
  /^ {0,3}\[(?!\^)[^\]]+\]:\s+(?:<[^<>]*>|[^\s<]\S*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*$/

/** Markdown as text: headings, paragraphs, lists, table rows and code without their marks. */
export function* readMarkdown(request: ReadRequest): Generator<Block> {
  const state: State = { paragraph: [], length: 0, fence: null, header: null }
  for (const line of withoutFrontMatter(readLines(request, lineCharsMax), request.found)) {
    if (line.length > blockCharsMax && definition.test(line)) continue
    // A picture inside the text can make a line of a megabyte; nothing in it can be searched.
    const plain = line.length > blockCharsMax ? line.replace(/data:[^\s()<>"']+/g, '') : line
    for (const part of plain === '' ? [''] : splitLong(plain, blockCharsMax)) {
      for (const block of readLine(part, state)) yield noteTitle(block, request.found)
    }
  }
  yield* flush(state)
}

type State = {
  paragraph: string[]
  length: number
  /** The fence that opened the code block we are in. */
  fence: string | null
  /** The column names of the table we are in. */
  header: string[] | null
}

function* readLine(line: string, state: State): Generator<Block> {
  const mark = fence.exec(line)?.[1]
  if (state.fence !== null) {
    if (mark?.startsWith(state.fence)) {
      yield* flush(state)
      state.fence = null
    } else yield* add(line, state)
    return
  }
  if (mark) {
    yield* flush(state)
    state.fence = mark
    return
  }
  yield* readOutsideCode(line, state)
}

function* readOutsideCode(line: string, state: State): Generator<Block> {
  const above = state.paragraph
  if (line.trim() === '' || definition.test(line)) return yield* flush(state)
  if (isTableRow(line) && (state.header || above.length > 0)) {
    if (!state.header && tableRule.test(line.trim())) {
      const header = cellsOf(above.at(-1) ?? '')
      if (above.length === 1 || header.length === cellsOf(line).length) {
        above.pop()
        yield* flush(state)
        state.header = header
        return
      }
    }
    if (state.header) return yield rowOf(line, state.header)
  }
  state.header = null
  if (underline.test(line) && above.length > 0) {
    state.paragraph = []
    return yield headingOf(above.join(' '))
  }
  if (rule.test(line)) return yield* flush(state)
  if (heading.test(line)) {
    yield* flush(state)
    return yield headingOf(
      line
        .replace(heading, '')
        .trim()
        .replace(/(?:^|\s)#+$/, ''),
    )
  }
  yield* add(line.replace(/^(?:\s{0,3}>\s?)+/, ''), state)
}

function* add(line: string, state: State): Generator<Block> {
  if (state.length + line.length > blockCharsMax) yield* flush(state)
  state.paragraph.push(line)
  state.length += line.length + 1
}

function* flush(state: State): Generator<Block> {
  const lines = state.paragraph
  state.paragraph = []
  state.length = 0
  state.header = null
  if (lines.length === 0) return
  if (state.fence !== null) yield { kind: 'code', text: lines.join('\n') }
  else if (isIndentedCode(lines)) yield { kind: 'code', text: lines.join('\n') }
  else yield { kind: 'prose', text: withoutMarks(reflow(lines.join('\n'))) }
}

/** What belongs to a point of a list is indented as well. */
function isIndentedCode(lines: readonly string[]): boolean {
  return lines.every((line) => /^(?: {4}|\t)/.test(line)) && isLaidOut(lines)
}

function headingOf(text: string): Block {
  return { kind: 'heading', text: withoutMarks(text.replace(/\s*\{#[^{}]*\}\s*$/, '')) }
}

function isTableRow(line: string): boolean {
  return line.includes('|')
}

function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => withoutMarks(cell.replaceAll('\\|', '|').trim()))
}

function rowOf(line: string, header: string[]): Block {
  return { kind: 'record', text: renderRow({ header, cells: cellsOf(line) }) }
}

/** Links and images become their words; emphasis, code marks, tags and comments go. */
export function withoutMarks(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(
      /!?\[([^[\]]*)\](?:\([^()\s]*(?:\([^()]*\)[^()\s]*)?(?:\s+"[^"]*")?\)|\[[^\]]*\])/g,
      '$1',
    )
    .replace(/<((?:https?|mailto):[^<>\s]+)>/g, '$1')
    .replace(/<\/?[a-z][^<>]{0,300}>/gi, '')
    .replace(/(?<!\\)(\*\*\*|\*\*|\*|~~)(?=\S)([^*~\n]+?)(?<=[^\s\\])\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])(__|_)(?=\S)([^_\n]+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/(`+)([^`\n]+?)\1/g, '$2')
    .replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, '$1')
}

const frontMatterLinesMax = 200

/** YAML of a file names something; a rule that a text begins with has a text below it. */
const named = /^["']?[^\s"'#:][^:]*:(?:\s|$)/

/** Leaves out a leading YAML block between `---` lines, and takes its title. */
function* withoutFrontMatter(lines: Iterable<string>, found: Found): Generator<string> {
  const held: string[] = []
  let state: 'start' | 'inside' | 'past' = 'start'
  for (const line of lines) {
    if (state === 'past') yield line
    else if (state === 'start') {
      state = /^---\s*$/.test(line) ? 'inside' : 'past'
      if (state === 'inside') held.push(line)
      else yield line
    } else if (isNoFrontMatter(line, held)) {
      yield* held
      yield line
      held.length = 0
      state = 'past'
    } else if (frontMatterEnd.test(line)) {
      found.title = titleIn(held) ?? found.title
      held.length = 0
      state = 'past'
    } else if (held.push(line) > frontMatterLinesMax) {
      yield* held
      held.length = 0
      state = 'past'
    }
  }
  yield* held
}

const frontMatterEnd = /^(?:---|\.\.\.)\s*$/

function isNoFrontMatter(line: string, held: readonly string[]): boolean {
  if (held.length === 1 && line.trim() === '') return true
  return frontMatterEnd.test(line) && !held.some((one) => named.test(one))
}

function titleIn(lines: string[]): string | null {
  const line = lines.find((entry) => /^title\s*:/i.test(entry))
  const title = cleanLine(
    (line ?? '')
      .replace(/^title\s*:/i, '')
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2'),
  )
  return title === '' ? null : title
}

function noteTitle(block: Block, found: Found): Block {
  if (block.kind === 'heading' && found.title === null) found.title = cleanLine(block.text) || null
  return block
}
