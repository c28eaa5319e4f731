// The operator's model, loaded the real way out of a folder that is made here.
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assetFolder } from '../../../src/base/assets.ts'
import { openEmbedder, openShippedEmbedder } from '../../../src/engine/embedding/open-embedder.ts'
import { smallTable, writeModelFolder } from '../../support/onnx-model.ts'
import { refusal } from '../../support/refusal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const plain = { queryPrefix: '', passagePrefix: '', cutoff: null }

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const dot = (x: ArrayLike<number>, y: ArrayLike<number>) =>
    Array.from(x).reduce((sum, part, i) => sum + part * (y[i] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

/** The part of the model that ships which has these words, as a network. */
function writeShipped(folder: string, words: ReadonlySet<string>): void {
  const from = `${assetFolder('models')}/kontor-static-5`
  const { dimensions, bits } = JSON.parse(readFileSync(`${from}/model.json`, 'utf8'))
  const all = readFileSync(`${from}/vocab.txt`, 'utf8').trimEnd().split('\n')
  const bytesOfRow = (dimensions * bits) / 8
  const whole = readFileSync(`${from}/rows.bin`)
  const wholeScales = new Float32Array(Uint8Array.from(readFileSync(`${from}/scales.bin`)).buffer)
  // What a tokenizer needs comes first in it.
  const kept = [...all.keys()].filter((id) => id < 200 || words.has(all[id] ?? ''))
  const vocabulary = kept.map((id) => all[id] ?? '')
  const scales = Float32Array.from(kept, (id) => wholeScales[id] ?? 0)
  const rows = Buffer.concat(
    kept.map((id) => whole.subarray(id * bytesOfRow, (id + 1) * bytesOfRow)),
  )
  const table =
    bits === 8
      ? new Int8Array(Uint8Array.from(rows).buffer)
      : Int8Array.from(
          { length: rows.length * 2 },
          (_, i) => (((rows[i >> 1] as number) >> ((i & 1) * 4)) & 15) - 8,
        )
  writeModelFolder(folder, { vocabulary, dimensions, table, scales })
}

test('the table that ships gives the same vectors as a network', async () => {
  using folder = temporaryFolder()
  // Without a word that comes twice: there the plain code weighs repetitions less.
  const texts = [
    'boiler inspection',
    'heating water was replaced last year',
    'violin concert vienna',
  ]
  writeShipped(folder.path, new Set(texts.join(' ').split(' ')))
  const network = await openEmbedder({ ...plain, folder: folder.path })
  const shipped = openShippedEmbedder()
  assert.is(network.dimensions, shipped.dimensions)
  const [ours, theirs] = [await shipped.embedPassages(texts), await network.embedPassages(texts)]
  texts.forEach((text, i) => {
    const same = cosine(ours[i] as Float32Array, theirs[i] as Float32Array)
    assert.ok(same > 0.99999, `${text}: ${same}`)
  })
})

async function openSmall(folder: string, part: Partial<typeof plain> = {}, seed = 1) {
  writeModelFolder(folder, smallTable({ seed }))
  return openEmbedder({ ...plain, ...part, folder })
}

test('a model has a name of its own for its files and prefixes', async () => {
  using folder = temporaryFolder()
  const names = [
    await openSmall(join(folder.path, 'a')),
    await openSmall(join(folder.path, 'b')),
    await openSmall(join(folder.path, 'c'), {}, 2),
    await openSmall(join(folder.path, 'd'), { passagePrefix: 'the ' }),
  ].map(({ model }) => model)
  assert.match(names[0] as string, /^[0-9a-f]{64}$/)
  assert.is(names[0], names[1])
  assert.is(new Set(names).size, 3)
})

test('prefixes stand before queries and passages', async () => {
  using folder = temporaryFolder()
  const bare = await openSmall(join(folder.path, 'a'))
  const prefixed = await openSmall(join(folder.path, 'b'), {
    queryPrefix: 'violin ',
    passagePrefix: 'concert ',
  })
  const same = cosine(await prefixed.embedQuery('boiler'), await bare.embedQuery('violin boiler'))
  assert.ok(same > 0.99999)
  const [passage] = await prefixed.embedPassages(['boiler'])
  assert.ok(cosine(passage as Float32Array, await bare.embedQuery('concert boiler')) > 0.99999)
})

const odd: [name: string, text: string][] = [
  ['no text', ''],
  ['100 kB of one word', 'boiler'.repeat(17_000)],
  ['100 kB of words', 'boiler furnace '.repeat(7_000)],
  ['a script it does not know', '鍋爐檢查 котёл बॉयलर'],
  ['half a surrogate pair', 'boiler \ud83d'],
]

for (const [name, text] of odd) {
  test(`${name}: an answer of the right size, and the next one as ever`, async () => {
    using folder = temporaryFolder()
    const embedder = await openSmall(folder.path)
    const [before] = await embedder.embedPassages(['boiler'])
    const [vector] = await embedder.embedPassages([text])
    assert.is(vector?.length, 16)
    assert.is((await embedder.embedQuery(text)).length, 16)
    assert.equal((await embedder.embedPassages(['boiler']))[0], before)
  })
}

const damages: [name: string, says: RegExp, change: (folder: string) => void][] = [
  ...['config.json', 'tokenizer.json', 'tokenizer_config.json'].map(
    (file): [string, RegExp, (folder: string) => void] => [
      `without ${file}`,
      new RegExp(`lacks ${file}\\.$`),
      (folder) => rmSync(join(folder, file)),
    ],
  ),
  [
    'without a network',
    /has neither onnx\/model_quantized\.onnx nor onnx\/model\.onnx\.$/,
    (folder) => rmSync(join(folder, 'onnx'), { recursive: true }),
  ],
  [
    'with a network that is cut in half',
    /cannot be loaded: /,
    (folder) => truncateSync(join(folder, 'onnx/model_quantized.onnx'), 400),
  ],
  [
    'with an empty network',
    /cannot be loaded: /,
    (folder) => truncateSync(join(folder, 'onnx/model_quantized.onnx'), 0),
  ],
  [
    'with a damaged configuration',
    /config\.json is not valid JSON\.$/,
    (folder) => writeFileSync(join(folder, 'config.json'), '{"model_type":'),
  ],
]

for (const [name, says, damage] of damages) {
  test(`a model ${name} is refused with a sentence that says so`, async () => {
    using folder = temporaryFolder()
    const model = join(folder.path, 'model')
    writeModelFolder(join(folder.path, 'whole'), smallTable())
    cpSync(join(folder.path, 'whole'), model, { recursive: true })
    damage(model)
    const error = await refusal(openEmbedder({ ...plain, folder: model }))
    assert.is(error.name, 'ModelRefused')
    assert.ok(error.message.includes(model), error.message)
    assert.match(error.message, says)
  })
}

test('a folder that is not there is refused', async () => {
  const error = await refusal(openEmbedder({ ...plain, folder: '/nowhere/model' }))
  assert.is(error.message, 'The embedding model /nowhere/model is not a folder.')
})

test.run()
