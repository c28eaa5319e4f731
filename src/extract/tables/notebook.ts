import type { Block } from '../../domain/ingest/ports.ts'
import { withoutBase64 } from '../text/base64.ts'
import { withoutMarks } from '../text/read-markdown.ts'
import { reflow } from '../text/reflow.ts'

type Notebook = { nbformat: number; cells: Cell[] }
type Cell = { cell_type?: unknown; source?: unknown; outputs?: unknown }

/** Of Jupyter, in the form that it has had since 2014 (nbformat 4). */
export function isNotebook(value: unknown): value is Notebook {
  const { nbformat, cells } = (value ?? {}) as Partial<Notebook>
  return typeof nbformat === 'number' && Array.isArray(cells)
}

/** Its texts, its programs, and what these wrote; pictures are none of it. */
export function* readNotebook({ cells }: Notebook): Generator<Block> {
  for (const cell of cells) {
    const text = textOf(cell?.source)
    if (cell?.cell_type === 'markdown') yield* proseOf(text)
    else yield { kind: 'code', text }
    for (const output of Array.isArray(cell?.outputs) ? cell.outputs : []) {
      yield {
        kind: 'code',
        text: withoutBase64(textOf(output?.text ?? output?.data?.['text/plain'])),
      }
    }
  }
}

function* proseOf(markdown: string): Generator<Block> {
  for (const part of markdown.split(/\n\s*\n|(?<=^#.*)\n/m)) {
    const text = withoutMarks(part.trim())
    if (text.startsWith('#')) yield { kind: 'heading', text: text.replace(/^#+\s*/, '') }
    else yield { kind: 'prose', text: reflow(text) }
  }
}

/** Lines with their ends, or all in one. */
function textOf(source: unknown): string {
  return Array.isArray(source) ? source.join('') : typeof source === 'string' ? source : ''
}
