// Speech recognition and captions. The network itself is a double: no model ships with the program.
import { mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { systemProgram } from '../../../src/base/system-program.ts'
import {
  type Block,
  type Extraction,
  type Extractor,
  silentWarnings,
} from '../../../src/domain/ingest/ports.ts'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { decodeSound } from '../../../src/extract/models/decode-with-ffmpeg.ts'
import { ModelFailed } from '../../../src/extract/models/model-failed.ts'
import { runModel } from '../../../src/extract/models/model-runner.ts'
import { openMediaModels } from '../../../src/extract/models/open-media-models.ts'
import { rawSound, type Sound } from '../../../src/extract/models/samples.ts'
import { transcribe } from '../../../src/extract/models/transcribe.ts'
import { withModels } from '../../../src/extract/models/with-models.ts'
import { childProgram } from '../../../src/extract/sandbox/child-program.ts'
import { refusal } from '../../support/refusal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { waveFile } from '../../support/wave-file.ts'

const rate = 16_000

/** Loud but for some seconds. */
function soundOf(seconds: number, isQuiet: (second: number) => boolean = () => false): Sound {
  const all = Float32Array.from({ length: seconds * rate }, (_, i) =>
    isQuiet(i / rate) ? 0 : 0.3 * Math.sin(i / 7),
  )
  return { samples: all.length, read: ({ at, count }) => all.subarray(at, at + count) }
}

async function blocksOf(pieces: AsyncIterable<Block[]>): Promise<Block[]> {
  const all: Block[] = []
  for await (const some of pieces) all.push(...some)
  return all
}

test('a long recording is heard window by window, cut where it is quiet', async () => {
  const heard: number[] = []
  const quiet = (second: number) => second > 27.9 && second < 28.4
  const blocks = await blocksOf(
    transcribe(soundOf(65, quiet), async (samples) => {
      heard.push(samples.length / rate)
      const chunks = [{ timestamp: [1, 2] as [number, number], text: ` Word ${heard.length}.` }]
      return { text: '', chunks }
    }),
  )
  assert.ok(Math.abs((heard[0] ?? 0) - 28.1) < 0.3, `${heard}`)
  assert.ok(Math.abs(heard.reduce((sum, one) => sum + one, 0) - 65) < 0.01)
  assert.is(blocks[0]?.text, 'Word 1.')
  assert.equal(blocks[0]?.time, { startMs: 1000, endMs: 2000 })
  const second = Math.round((heard[0] ?? 0) * 1000) + 1000
  assert.ok(Math.abs((blocks[1]?.time?.startMs ?? 0) - second) <= 1)
  assert.ok(blocks.every(({ passage }) => passage === 'transcript'))
})

test('silence is not given to the model, and sounds without words give nothing', async () => {
  let asked = 0
  const recognise = async () => {
    asked++
    return { text: ' ♪ … ♪' }
  }
  assert.equal(
    await blocksOf(
      transcribe(
        soundOf(10, () => true),
        recognise,
      ),
    ),
    [],
  )
  assert.is(asked, 0)
  assert.equal(await blocksOf(transcribe(soundOf(5), recognise)), [])
  assert.is(asked, 1)
})

test('times that a model makes up stay within what it heard', async () => {
  const chunks = [
    { timestamp: [Number.NaN, null] as [number, null], text: 'Whole.' },
    { timestamp: [4, 900] as [number, number], text: 'Late.' },
    { timestamp: [3, 1] as [number, number], text: 'Backwards.' },
  ]
  const blocks = await blocksOf(transcribe(soundOf(5), async () => ({ text: '', chunks })))
  assert.equal(
    blocks.map(({ time }) => time),
    [
      { startMs: 0, endMs: 5000 },
      { startMs: 4000, endMs: 5000 },
      { startMs: 3000, endMs: 3000 },
    ],
  )
})

const film: Extraction = {
  contentType: 'video/mp4',
  modality: 'video',
  title: null,
  pageCount: null,
  durationMs: 1000,
  warnings: [silentWarnings.video, 'Other.'],
}
const spokenBlock: Block = { kind: 'prose', passage: 'transcript', text: 'Herring.' }

/** What comes out of an extractor that says this, with these models. */
async function extracted(given: {
  extraction?: Extraction
  blocks?: Block[]
  spoken?: boolean
  models: Parameters<typeof withModels>[1]
}) {
  const { extraction = film, blocks = [], spoken = false } = given
  const extractor: Extractor = {
    inspect: () => Promise.reject(new Error('not asked for')),
    async extract(_, take) {
      if (blocks.length > 0) await take(blocks, extraction)
      return extraction
    },
  }
  const texts: string[] = []
  const file = { fd: -1, claims: { filename: '', contentType: '' }, spoken }
  const reader = withModels(extractor, given.models)
  const { warnings, part } = await reader.extract(file, async (some) => {
    texts.push(...some.map(({ text }) => text))
  })
  return { texts, warnings, ...(part ? { part } : {}) }
}

async function* saysHerring() {
  yield [spokenBlock]
}

test('a recording without words gets them, and is not called silent', async () => {
  const { texts, warnings } = await extracted({ models: { speech: saysHerring } })
  assert.equal([texts, warnings], [['Herring.'], ['Other.']])
})

test('nobody listens to a recording that has its words, in it or beside it', async () => {
  const models = { speech: saysHerring }
  const inIt = await extracted({ blocks: [{ ...spokenBlock, text: 'Own.' }], models })
  assert.equal(inIt.texts, ['Own.'])
  assert.equal((await extracted({ spoken: true, models })).texts, [])
})

test('a picture gets its caption, a document none', async () => {
  const captions = async function* () {
    yield [{ kind: 'prose', passage: 'caption', text: 'A dam.' } satisfies Block]
  }
  const picture: Extraction = { ...film, modality: 'image', warnings: [] }
  const models = { captions }
  assert.equal((await extracted({ extraction: picture, models })).texts, ['A dam.'])
  const document: Extraction = { ...film, modality: 'document', warnings: [] }
  assert.equal((await extracted({ extraction: document, models })).texts, [])
})

test('a model that fails is a warning, and what it said stays', async () => {
  const speech = async function* () {
    yield [spokenBlock]
    throw new ModelFailed('it took too long')
  }
  const { texts, warnings } = await extracted({ models: { speech } })
  assert.equal(texts, ['Herring.'])
  assert.equal(warnings, [
    'Other.',
    'What is said could be written down in part only (it took too long).',
  ])
})

/** A child that does this instead of running a model. */
function stub(folder: string, program: string) {
  const file = join(folder, 'stub.mjs')
  writeFileSync(file, `import { readFileSync, writeSync } from 'node:fs'\n${program}`)
  writeFileSync(join(folder, 'sound'), 'x')
  return { program: pathToFileURL(file), fd: openSync(join(folder, 'sound'), 'r') }
}

const job = { task: 'speech', folder: '/nowhere', raw: true } as const
/** Behind the wall where there is one. */
const confinement = { allowUnconfined: true, readable: childProgram().readable }
const noWall = async () => ({ missing: 'a test' })
const limits = { stepMs: 700, memoryBytes: 1024 ** 3 }
/** A busy machine may need long to start it. */
const patient = { ...limits, stepMs: 120_000 }

test('a child that hangs or ends is told in words', async () => {
  using folder = temporaryFolder()
  const hangs = stub(folder.path, 'setInterval(() => {}, 1000)')
  const late = await refusal(blocksOf(runModel({ ...hangs, job, limits, confinement })))
  assert.is(`${late}`, 'ModelFailed: it took too long')
  const ends = stub(folder.path, 'process.exit(3)')
  const gone = await refusal(blocksOf(runModel({ ...ends, job, limits: patient, confinement })))
  assert.is(`${gone}`, 'ModelFailed: it ended before its time')
})

test('where nothing confines them, a model and ffmpeg run only when that is allowed', async () => {
  using folder = temporaryFolder()
  const says = stub(folder.path, "writeSync(4, JSON.stringify({ end: true }) + '\\n')")
  const there = { ...confinement, wall: noWall }
  const run = { ...says, job, limits: patient }
  assert.equal(await blocksOf(runModel({ ...run, confinement: there })), [])
  const strict = { ...there, allowUnconfined: false }
  const reason = /^ModelFailed: nothing on this server would confine it/
  assert.match(`${await refusal(blocksOf(runModel({ ...run, confinement: strict })))}`, reason)
  const place = { ffmpeg: '/bin/true', folder: folder.path, confinement: strict }
  assert.match(`${await refusal(decodeSound(says.fd, place))}`, reason)
})

test('what was heard of a long recording before its time was over is kept', async () => {
  using folder = temporaryFolder()
  const line = JSON.stringify({ blocks: [{ ...spokenBlock, time: { startMs: 0, endMs: 61_000 } }] })
  const hears = stub(
    folder.path,
    `writeSync(4, ${JSON.stringify(`${line}\n`)})\nsetInterval(() => {}, 1000)`,
  )
  const hasty = { ...patient, wholeMs: 5_000 }
  const speech = () => runModel({ ...hears, job, limits: hasty, confinement })
  const extraction = { ...film, durationMs: 5_400_000 }
  assert.equal(await extracted({ extraction, models: { speech } }), {
    texts: ['Herring.'],
    warnings: [
      'Other.',
      'What is said could be written down in part only (the time for one file was over).',
    ],
    part: { unit: 'seconds', read: 61, of: 5_400 },
  })
})

test('a child that eats memory is stopped', async () => {
  using folder = temporaryFolder()
  const eats = stub(
    folder.path,
    'const all = []\nsetInterval(() => all.push(Buffer.alloc(3e7, 1)), 10)',
  )
  const few = { ...patient, memoryBytes: 300 * 1024 ** 2 }
  const stopped = await refusal(blocksOf(runModel({ ...eats, job, limits: few, confinement })))
  assert.is(`${stopped}`, 'ModelFailed: it took too much memory')
})

test('a child can neither write nor see the environment', async () => {
  using folder = temporaryFolder()
  const tries = stub(
    folder.path,
    `let wrote = true
    const { writeFileSync } = await import('node:fs')
    try { writeFileSync('${folder.path}/made', 'x') } catch { wrote = false }
    const text = JSON.stringify({ wrote, home: process.env.HOME ?? null })
    const lines = [{ blocks: [{ kind: 'prose', text }] }, { end: true }]
    for (const line of lines) writeSync(4, JSON.stringify(line) + '\\n')`,
  )
  const [block] = await blocksOf(runModel({ ...tries, job, limits: patient, confinement }))
  assert.equal(JSON.parse(block?.text ?? ''), { wrote: false, home: null })
})

test('the real child says which model it cannot load', async () => {
  using folder = temporaryFolder()
  mkdirSync(join(folder.path, 'model'))
  const file = join(folder.path, 'a.wav')
  writeFileSync(
    file,
    waveFile(new Float32Array(800), { rate, channels: 1, bits: 16, isFloat: false }),
  )
  const models = openMediaModels({
    asrModel: join(folder.path, 'model'),
    captionModel: undefined,
    folder: folder.path,
    decoder: childProgram(),
    allowUnconfined: true,
  })
  await using handle = await open(file)
  assert.ok(models.speech)
  const heard = models.speech({ fd: handle.fd, contentType: 'audio/wav' })
  assert.match(`${await refusal(blocksOf(heard))}`, /model lacks config\.json/)
})

/** A script of ours, which writes where it was told what. */
const standIn = { ...confinement, wall: noWall }

test('the decoder is let at the recording alone, and its samples are kept', async () => {
  using folder = temporaryFolder()
  const ffmpeg = join(folder.path, 'ffmpeg')
  const told = join(folder.path, 'told')
  const script = `#!/bin/sh\nprintf '%s ' "$@" > ${told}\nhead -c 3200 /dev/zero\n`
  writeFileSync(ffmpeg, script, { mode: 0o700 })
  await using handle = await open(new URL('../../fixtures/media/tone.mp3', import.meta.url))
  await using sound = await decodeSound(handle.fd, {
    ffmpeg,
    folder: folder.path,
    confinement: standIn,
  })
  assert.is(rawSound(blobSource(sound.fd)).samples, 1600)
  const words = readFileSync(told, 'utf8')
  assert.match(words, / -protocol_whitelist file -format_whitelist [\w,]+ -i \/dev\/fd\/3 /)
  assert.not.match(words, /hls|concat|http/)
})

test('a decoder that fails is told, and leaves no file', async () => {
  using folder = temporaryFolder()
  const ffmpeg = join(folder.path, 'ffmpeg')
  writeFileSync(ffmpeg, '#!/bin/sh\nhead -c 3200 /dev/zero\nexit 1\n', { mode: 0o700 })
  await using handle = await open(ffmpeg)
  const refused = await refusal(
    decodeSound(handle.fd, { ffmpeg, folder: folder.path, confinement: standIn }),
  )
  assert.is(`${refused}`, 'ModelFailed: ffmpeg could not read its sound')
  assert.equal(readdirSync(folder.path), ['ffmpeg'])
})

const ffmpeg = systemProgram('ffmpeg')
if (ffmpeg === undefined) console.log('    no ffmpeg here: a stand-in was tried, not the program')
else
  test('ffmpeg itself makes plain samples and refuses a list of other files', async () => {
    using folder = temporaryFolder()
    const source = new URL('../../fixtures/media/tone.mp3', import.meta.url)
    {
      await using handle = await open(source)
      await using sound = await decodeSound(handle.fd, { ffmpeg, folder: folder.path, confinement })
      const { samples, read } = rawSound(blobSource(sound.fd))
      assert.ok(samples > rate / 2, `${samples}`)
      assert.ok(read({ at: 4000, count: 4000 }).some((sample) => Math.abs(sample) > 0.01))
    }
    const list = join(folder.path, 'list')
    writeFileSync(list, '#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n')
    await using handle = await open(list)
    const refused = await refusal(
      decodeSound(handle.fd, { ffmpeg, folder: folder.path, confinement }),
    )
    assert.is(`${refused}`, 'ModelFailed: ffmpeg could not read its sound')
  })

test.run()
