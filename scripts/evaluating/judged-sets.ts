// Sets of documents and queries with judgements, in the two forms that they are handed around in.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export type JudgedDocument = { id: string; title: string; text: string }
export type JudgedQuery = { text: string; grades: ReadonlyMap<string, number> }

export type JudgedSet = {
  name: string
  /** Sets of one folder are about the same things. */
  folder: string
  /** Of the documents. */
  language: string
  documents: JudgedDocument[]
  queries: JudgedQuery[]
}

const unzipped = (file: string) => gunzipSync(readFileSync(file)).toString()
const linesOf = (text: string) => text.trim().split('\n')

/**
 * The sets in a folder. One is corpus.jsonl.gz ({_id, title?, text}), queries.jsonl ({_id, text})
 * and qrels.tsv (query, document, grade; with a heading), or files <name>.<language>.json.gz of
 * questions about paragraphs: then each language is a set, and so is German asked of English.
 */
export function setsIn(folder: string): JudgedSet[] {
  if (existsSync(join(folder, 'corpus.jsonl.gz'))) return [readJudged(folder)]
  const names = readdirSync(folder).sort()
  const questions = names.filter((name) => /\.[a-z]{2}\.json\.gz$/.test(name))
  if (questions.length === 0) {
    const below = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())
    return below.flatMap(({ name }) => setsIn(join(folder, name)))
  }
  const file = (language: string) =>
    questions.filter((name) => name.includes(`.${language}.`)).map((name) => join(folder, name))
  const pairs = questions.map((name): [string, string] => [join(folder, name), join(folder, name)])
  const [german] = file('de')
  const [english] = file('en')
  if (german && english) pairs.push([german, english])
  return pairs.map(readQuestions)
}

function readJudged(folder: string): JudgedSet {
  const corpus = linesOf(unzipped(join(folder, 'corpus.jsonl.gz'))).map((line) => JSON.parse(line))
  const documents = corpus.map(({ _id, title = '', text = '' }) => ({ id: `${_id}`, title, text }))
  const known = new Set(documents.map(({ id }) => id))
  const grades = new Map<string, Map<string, number>>()
  for (const line of linesOf(readFileSync(join(folder, 'qrels.tsv'), 'utf8')).slice(1)) {
    const [query = '', document = '', grade] = line.split('\t')
    if (Number(grade) <= 0 || !known.has(document)) continue
    if (!grades.has(query)) grades.set(query, new Map())
    grades.get(query)?.set(document, Number(grade))
  }
  const asked = linesOf(readFileSync(join(folder, 'queries.jsonl'), 'utf8')).map((line) =>
    JSON.parse(line),
  )
  return {
    name: basename(folder),
    folder,
    language: 'en',
    documents,
    queries: asked.flatMap(({ _id, text }) => {
      const found = grades.get(String(_id))
      return found ? [{ text, grades: found }] : []
    }),
  }
}

type Article = { paragraphs: { context: string; qas: { question: string }[] }[] }

/** Questions in one language about paragraphs in another; both files have the same order. */
function readQuestions([asked, answered]: readonly [string, string]): JudgedSet {
  const paragraphsOf = (file: string) =>
    (JSON.parse(unzipped(file)).data as Article[]).flatMap(({ paragraphs }) => paragraphs)
  const [askedIn, language] = [asked, answered].map((file) => basename(file).split('.')[1] ?? '')
  return {
    name: [...new Set([askedIn, language])].join(' to '),
    folder: dirname(answered),
    language: language ?? '',
    documents: paragraphsOf(answered).map(({ context }, place) => ({
      id: String(place),
      title: '',
      text: context,
    })),
    queries: paragraphsOf(asked).flatMap(({ qas }, place) =>
      qas.map(({ question }) => ({ text: question, grades: new Map([[String(place), 1]]) })),
    ),
  }
}

/** The text of a document as its author would have it in a file. */
export function wholeText({ title, text }: JudgedDocument): string {
  return [title, text].filter((part) => part !== '').join('\n\n') || '-'
}

/** Without what could be read as an operator. */
export function plainWords(text: string): string {
  return text.replace(/[()"*~:]|(?<=^|\s)[-+]/g, ' ')
}
