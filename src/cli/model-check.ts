import { checkModel, type ModelReport } from '../app.ts'
import type { FreeCommand, Values } from './command.ts'

/** Tries out an embedding model before a server is given it. */
export const modelCheck: FreeCommand = {
  name: 'model check',
  summary: 'load an embedding model, measure it, and see what it takes for near',
  examples: [
    'kontor model check',
    'kontor model check /srv/models/multilingual-e5-small --embedding-query-prefix "query: "',
  ],
  options: {
    dir: {
      ...{ type: 'string', value: '<folder>' },
      help: 'the model; without it the one that ships with the program',
    },
  },
  operand: 'dir',
  async run(config, values, io) {
    const { embeddingQueryPrefix: queryPrefix = '', embeddingPassagePrefix: passagePrefix = '' } =
      config()
    try {
      const folder = folderIn(values)
      const source = { folder, queryPrefix, passagePrefix, cutoff: null }
      const report = await checkModel(source)
      if (values.json) io.out(JSON.stringify(report, null, 2))
      else for (const line of linesOf(report)) io.out(line)
      return isSound(report) ? 0 : 1
    } catch (error) {
      io.err(`kontor model check: ${(error as Error).message}`)
      return 1
    }
  },
}

function folderIn({ dir }: Values): string | null {
  return typeof dir === 'string' ? dir : null
}

/** Numbers everywhere, and what means the same nearer than what has nothing in common. */
function isSound({ pairs }: ModelReport): boolean {
  const mean = (kind: string) => {
    const some = pairs.filter((pair) => pair.kind === kind)
    return some.reduce((sum, { cosine }) => sum + cosine, 0) / some.length
  }
  return mean('same meaning') > mean('nothing in common')
}

function linesOf(report: ModelReport): string[] {
  const { name, model, dimensions, cutoff, loadMs, queryMs, passagesPerSecond, pairs } = report
  return [
    `${name}: ${dimensions} numbers a vector, sha256 ${model.slice(0, 16)}…`,
    `  loaded in ${loadMs.toFixed(0)} ms, ${queryMs.toFixed(2)} ms a query, ` +
      `${passagesPerSecond.toFixed(0)} passages of 100 words a second`,
    `  nearer than ${cutoff.toFixed(2)} counts as near`,
    '',
    ...pairs.map(
      ({ kind, query, passage, cosine }) =>
        `  ${cosine.toFixed(3).padStart(6)}  ${kind.padEnd(18)} ${query} – ${passage}`,
    ),
    '',
    isSound(report)
      ? 'It tells what belongs together from what does not.'
      : 'It does NOT tell what belongs together from what does not: wrong files or prefixes?',
  ]
}
