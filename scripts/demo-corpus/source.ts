// Reads the plain text sources of the demo PDFs.

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'bullet'; text: string }
  | { kind: 'table'; rows: string[][] }

export type Source = {
  title: string
  subtitle: string
  number: string
  lang: string
  date: string
  pages: Block[][]
}

export function parseSource(text: string): Source {
  const [head = '', ...rest] = text.split('\n\n')
  const fields = new Map(head.split('\n').map((line) => splitOnce(line)))
  const need = (name: string): string => {
    const value = fields.get(name)
    if (value === undefined) throw new Error(`the source has no line "${name}: …"`)
    return value
  }
  return {
    title: need('title'),
    subtitle: need('subtitle'),
    number: need('number'),
    lang: need('lang'),
    date: need('date'),
    pages: rest
      .join('\n\n')
      .split(/^=== page\n/m)
      .map(parsePage),
  }
}

function splitOnce(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
}

function parsePage(text: string): Block[] {
  const blocks: Block[] = []
  for (const line of text.split('\n')) {
    const last = blocks.at(-1)
    if (line.startsWith('# ')) blocks.push({ kind: 'heading', text: line.slice(2) })
    else if (line.startsWith('- ')) blocks.push({ kind: 'bullet', text: line.slice(2) })
    else if (!line.startsWith('|')) {
      if (line.trim() !== '') blocks.push({ kind: 'paragraph', text: line.trim() })
    } else if (last?.kind === 'table') last.rows.push(cellsOf(line))
    else blocks.push({ kind: 'table', rows: [cellsOf(line)] })
  }
  return blocks
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}
