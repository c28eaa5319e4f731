// Makes the PDFs of data/demo from their text sources; with --check it only compares.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { drawPdf } from './draw.ts'
import { parseSource } from './source.ts'

const sources = new URL('sources/', import.meta.url)
const corpus = new URL('../../data/demo/', import.meta.url)

async function main(checkOnly: boolean): Promise<void> {
  for (const name of readdirSync(sources).sort()) {
    const pdfName = name.replace(/\.[a-z]{2}\.txt$/, '.pdf')
    const bytes = await drawPdf(parseSource(readFileSync(new URL(name, sources), 'utf8')))
    const target = new URL(pdfName, corpus)
    if (!checkOnly) writeFileSync(target, bytes)
    else if (!bytes.equals(readFileSync(target))) {
      console.error(`${pdfName} is not what ${name} gives: run scripts/demo-corpus/build.ts`)
      process.exitCode = 1
    }
  }
}

await main(process.argv.includes('--check'))
