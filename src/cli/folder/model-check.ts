import {
  checkMediaModel,
  checkModel,
  type MediaModelReport,
  type ModelReport,
  scriptNames,
  taskOfModel,
} from '../../app.ts'
import type { FreeCommand, Values } from '../command.ts'

/** Tries out a model before a server is given it. */
export const modelCheck: FreeCommand = {
  name: 'model check',
  summary: 'load a model that embeds, hears or sees, and try what it makes of things',
  examples: [
    'kontor model check',
    'kontor model check /srv/models/multilingual-e5-small --embedding-query-prefix "query: "',
    'kontor model check /srv/models/whisper-base --try talk.mp3',
  ],
  options: {
    dir: {
      type: 'string',
      value: '<folder>',
      help: 'the model; without it the one that ships with the program',
    },
    try: {
      type: 'string',
      value: '<file>',
      help: 'a recording or picture for a model that hears or sees; else one is made up',
    },
  },
  operand: 'dir',
  async run(config, values, io) {
    try {
      const folder = textIn(values.dir) ?? null
      const task = folder === null ? 'embedding' : taskOfModel(folder)
      if (folder !== null && task !== 'embedding') {
        const report = await checkMediaModel({ folder, task, file: textIn(values.try) })
        if (values.json) io.out(JSON.stringify(report, null, 2))
        else for (const line of linesOfMediaModel(report)) io.out(line)
        return 0
      }
      const { embeddingQueryPrefix: queryPrefix = '', embeddingPassagePrefix: passagePrefix = '' } =
        config()
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

function textIn(value: Values[string]): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function linesOfMediaModel({
  task,
  folder,
  form,
  tookMs,
  tried,
  said,
}: MediaModelReport): string[] {
  const [does, setting] =
    task === 'speech'
      ? ['writes down what is said', 'KONTOR_ASR_MODEL']
      : ['describes pictures', 'KONTOR_CAPTION_MODEL']
  return [
    `A model that ${does}, with networks of ${form === 'q8' ? 'bytes' : 'floats'}`,
    `  ${tried}: ${(tookMs / 1000).toFixed(1)} s, loading included`,
    ...said.map(({ text, startMs }) => `  ${startMs === undefined ? '' : at(startMs)}${text}`),
    ...(said.length === 0 ? ['  It says nothing of it, which for a tone is as it should be.'] : []),
    '',
    `It can be loaded and run: ${setting}=${folder}`,
  ]
}

function at(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s  `
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
  const { name, model, dimensions, cutoff, scripts, loadMs, queryMs, passagesPerSecond, pairs } =
    report
  return [
    `${name}: ${dimensions} numbers a vector, sha256 ${model.slice(0, 16)}…`,
    `  loaded in ${loadMs.toFixed(0)} ms, ${queryMs.toFixed(2)} ms a query, ` +
      `${passagesPerSecond.toFixed(0)} passages of 100 words a second`,
    `  nearer than ${cutoff.toFixed(2)} counts as near`,
    `  scripts: ${scriptNames(scripts).join(', ')}`,
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
