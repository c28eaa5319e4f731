// A Whisper of a few kilobytes in the layout of Hugging Face. Its shapes are Whisper's: mel bands,
// a convolution, two heads, a cache for both halves. Its weights are set by hand, so that it can
// tell a low tone from a high one and say so, in English or German, whichever it is told. And a
// Moonshine of the same words, which hears plain samples and knows neither times nor languages.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { floats, longs, modelOf, node, type Value } from './onnx-file.ts'

const words = [' A', ' low', ' high', ' Ein', ' tiefer', ' hoher', ' tone.', ' Ton.'] as const
const marks = [
  ...['<|endoftext|>', '<|startoftranscript|>', '<|en|>', '<|de|>', '<|transcribe|>'],
  ...['<|translate|>', '<|notimestamps|>'],
] as const
const pieces: readonly string[] = [...words, ...marks]
const idOf = (piece: (typeof words)[number] | (typeof marks)[number]) => pieces.indexOf(piece)
const timesAt = pieces.length
const times = 1501
const vocabulary = timesAt + times
const bands = 80
const positions = 1500
const width = 8
const heads = 2
/** A tone is said to end when it has sounded so many fiftieths of a second. */
const endsAfter = 50

/** Writes the folder of the model. */
export function writeSpeechModel(folder: string): string {
  mkdirSync(join(folder, 'onnx'), { recursive: true })
  const put = (name: string, value: unknown) =>
    writeFileSync(join(folder, name), JSON.stringify(value))
  put('config.json', config)
  put('generation_config.json', generation)
  put('preprocessor_config.json', preprocessor)
  put('tokenizer.json', tokenizer())
  put('tokenizer_config.json', { tokenizer_class: 'WhisperTokenizer', ...tokens })
  writeFileSync(join(folder, 'onnx/encoder_model.onnx'), encoder())
  writeFileSync(join(folder, 'onnx/decoder_model_merged.onnx'), decoder(next))
  return folder
}

/** Writes the folder of a model of the other kind; one that babbles never comes to an end. */
export function writeMoonshineModel(folder: string, { babbles = false } = {}): string {
  writeSpeechModel(folder)
  const put = (name: string, value: unknown) =>
    writeFileSync(join(folder, name), JSON.stringify(value))
  put('config.json', moonshine)
  put('generation_config.json', { ...special, max_length: 194 })
  put('preprocessor_config.json', {
    feature_extractor_type: 'MoonshineFeatureExtractor',
    processor_class: 'MoonshineProcessor',
    sampling_rate: 16_000,
  })
  put('tokenizer_config.json', { tokenizer_class: 'PreTrainedTokenizerFast', ...tokens })
  writeFileSync(join(folder, 'onnx/encoder_model.onnx'), ear())
  const said = { start: [idOf(' A')], noun: [idOf(babbles ? ' A' : '<|endoftext|>')] }
  writeFileSync(join(folder, 'onnx/decoder_model_merged.onnx'), decoder({ ...next, ...said }))
  return folder
}

const tokens = {
  model_max_length: 448,
  eos_token: '<|endoftext|>',
  unk_token: '<|endoftext|>',
  bos_token: '<|endoftext|>',
}

const special = {
  eos_token_id: idOf('<|endoftext|>'),
  pad_token_id: idOf('<|endoftext|>'),
  bos_token_id: idOf('<|endoftext|>'),
  decoder_start_token_id: idOf('<|startoftranscript|>'),
}

const config = {
  model_type: 'whisper',
  architectures: ['WhisperForConditionalGeneration'],
  is_encoder_decoder: true,
  d_model: width,
  vocab_size: vocabulary,
  num_mel_bins: bands,
  encoder_layers: 1,
  encoder_attention_heads: heads,
  decoder_layers: 1,
  decoder_attention_heads: heads,
  max_source_positions: positions,
  max_target_positions: 448,
  ...special,
}

const moonshine = {
  model_type: 'moonshine',
  architectures: ['MoonshineForConditionalGeneration'],
  is_encoder_decoder: true,
  hidden_size: width,
  vocab_size: vocabulary,
  encoder_num_hidden_layers: 1,
  encoder_num_attention_heads: heads,
  encoder_num_key_value_heads: heads,
  decoder_num_hidden_layers: 1,
  decoder_num_attention_heads: heads,
  decoder_num_key_value_heads: heads,
  max_position_embeddings: 194,
  ...special,
}

const generation = {
  ...special,
  is_multilingual: true,
  max_length: 448,
  max_initial_timestamp_index: 50,
  lang_to_id: { '<|en|>': idOf('<|en|>'), '<|de|>': idOf('<|de|>') },
  task_to_id: { transcribe: idOf('<|transcribe|>'), translate: idOf('<|translate|>') },
  no_timestamps_token_id: idOf('<|notimestamps|>'),
  return_timestamps: false,
}

const preprocessor = {
  feature_extractor_type: 'WhisperFeatureExtractor',
  processor_class: 'WhisperProcessor',
  feature_size: bands,
  sampling_rate: 16_000,
  hop_length: 160,
  chunk_length: 30,
  n_fft: 400,
  n_samples: 480_000,
  nb_max_frames: 3000,
  padding_value: 0,
}

function tokenizer() {
  const added = marks.map((content) => ({
    id: pieces.indexOf(content),
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }))
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: added,
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
    post_processor: null,
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: '',
      end_of_word_suffix: '',
      fuse_unk: false,
      merges: [],
      vocab: Object.fromEntries(pieces.map((piece, i) => [piece.replace(' ', 'Ġ'), i])),
    },
  }
}

/** Of its eight numbers a position the first tells of low sounds, the second of high ones. */
function encoder(): Buffer {
  const lowBands = 22
  const weight = new Float32Array(width * bands * 3)
  for (let band = 0; band < bands; band++) {
    const isLow = band < lowBands
    const share = 1 / (3 * (isLow ? lowBands : bands - lowBands))
    for (let k = 0; k < 3; k++) {
      weight[(0 * bands + band) * 3 + k] = isLow ? share : -share
      weight[(1 * bands + band) * 3 + k] = isLow ? -share : share
    }
  }
  return modelOf({
    nodes: [
      node('Conv', ['input_features', 'weight', 'bias'], ['felt'], {
        kernel_shape: [3],
        strides: [2],
        pads: [1, 1],
      }),
      node('Relu', ['felt'], ['told']),
      node('Transpose', ['told'], ['last_hidden_state'], { perm: [0, 2, 1] }),
    ],
    weights: [floats('weight', [width, bands, 3], weight), floats('bias', [width], zeros(width))],
    inputs: [{ name: 'input_features', type: 'float', dims: ['batch_size', bands, 3000] }],
    outputs: [{ name: 'last_hidden_state', type: 'float', dims: ['batch_size', positions, width] }],
  })
}

/** Of a low tone neighbouring samples differ little: by less than a tenth of what they carry. */
function ear(): Buffer {
  const tenth = 0.1
  return modelOf({
    nodes: [
      node('Reshape', ['input_values', 'one_channel'], ['samples']),
      node('Conv', ['samples', 'itself_and_step'], ['felt'], { kernel_shape: [2] }),
      node('Mul', ['felt', 'felt'], ['energy']),
      node('ReduceMean', ['energy'], ['averaged'], { axes: [2], keepdims: 1 }),
      node('Reshape', ['averaged', 'one_position'], ['compared']),
      node('MatMul', ['compared', 'judge'], ['judged']),
      node('Relu', ['judged'], ['last_hidden_state']),
    ],
    weights: [
      floats('itself_and_step', [2, 1, 2], [0, 1, -1, 1]),
      floats(
        'judge',
        [2, width],
        [...[tenth, -tenth, ...zeros(width - 2)], ...[-1, 1, ...zeros(width - 2)]],
      ),
      longs('one_channel', [0, 1, -1]),
      longs('one_position', [0, 1, 2]),
    ],
    inputs: [{ name: 'input_values', type: 'float', dims: ['batch_size', 'samples'] }],
    outputs: [{ name: 'last_hidden_state', type: 'float', dims: ['batch_size', 1, width] }],
  })
}

const halves = ['decoder', 'encoder'] as const
const cached = (prefix: string): Value[] =>
  halves.flatMap((half) =>
    ['key', 'value'].map((name) => ({
      name: `${prefix}.0.${half}.${name}`,
      type: 'float' as const,
      dims: ['batch_size', heads, `past_${half}_sequence_length`, width / heads],
    })),
  )

function decoder(mayFollow: Follows): Buffer {
  const past = 'past_key_values.0'
  return modelOf({
    nodes: [
      node('Gather', ['meaning', 'input_ids'], ['meant']),
      node('Reshape', ['meant', 'to_heads'], ['parted']),
      node('Transpose', ['parted'], ['own'], { perm: [0, 2, 1, 3] }),
      node('Concat', [`${past}.decoder.key`, 'own'], ['present.0.decoder.key'], { axis: 2 }),
      node('Concat', [`${past}.decoder.value`, 'own'], ['present.0.decoder.value'], { axis: 2 }),
      node('ReduceSum', ['present.0.decoder.value', 'along'], ['summed'], { keepdims: 1 }),
      node('Reshape', ['summed', 'to_one'], ['said']),
      node('If', ['use_cache_branch'], ['present.0.encoder.key', 'present.0.encoder.value'], {
        then_branch: kept(past),
        else_branch: heardNow(),
      }),
      node('ReduceMean', ['present.0.encoder.value'], ['averaged'], { axes: [2], keepdims: 1 }),
      node('Reshape', ['averaged', 'to_one'], ['heard']),
      node('Gather', ['state', 'input_ids'], ['step']),
      node('Gather', ['follows', 'step'], ['expected']),
      node('MatMul', ['said', 'by_language'], ['spoken']),
      node('MatMul', ['heard', 'by_sound'], ['sounding']),
      node('Add', ['expected', 'spoken'], ['more']),
      node('Add', ['more', 'sounding'], ['logits']),
    ],
    weights: decoderWeights(mayFollow),
    inputs: [
      { name: 'input_ids', type: 'long', dims: ['batch_size', 'decoder_sequence_length'] },
      { name: 'encoder_hidden_states', type: 'float', dims: ['batch_size', 'heard', width] },
      ...cached('past_key_values'),
      { name: 'use_cache_branch', type: 'bool', dims: [1] },
    ],
    outputs: [
      ...[{ name: 'logits', type: 'float', dims: ['batch_size', 't', vocabulary] } as const],
      ...cached('present'),
    ],
  })
}

function kept(past: string) {
  const names = ['key', 'value'].map((name) => ({
    name: `kept_${name}`,
    type: 'float' as const,
    dims: ['b', heads, 's', width / heads],
  }))
  return {
    nodes: ['key', 'value'].map((name) =>
      node('Identity', [`${past}.encoder.${name}`], [`kept_${name}`]),
    ),
    outputs: names,
  }
}

function heardNow() {
  const dims = ['b', heads, 's', width / heads]
  return {
    nodes: [
      node('Reshape', ['encoder_hidden_states', 'to_heads'], ['pieces']),
      node('Transpose', ['pieces'], ['new_key'], { perm: [0, 2, 1, 3] }),
      node('Identity', ['new_key'], ['new_value']),
    ],
    outputs: ['key', 'value'].map((name) => ({
      name: `new_${name}`,
      type: 'float' as const,
      dims,
    })),
  }
}

/** What may come after what, as rows of a table. */
const steps = ['start', 'prompt', 'begin', 'article', 'tone', 'noun', 'end'] as const
type Step = (typeof steps)[number]
const certain = 1e5
const likely = 1e4

function stepOf(id: number): Step {
  const piece = pieces[id]
  if (piece === undefined) return id === timesAt ? 'begin' : 'end'
  if (piece === '<|startoftranscript|>') return 'start'
  if (piece.startsWith('<|')) return 'prompt'
  if (piece === ' A' || piece === ' Ein') return 'article'
  return piece.endsWith('.') ? 'noun' : 'tone'
}

type Follows = Readonly<Record<Step, readonly number[]>>

const next: Follows = {
  start: [idOf('<|en|>'), idOf('<|de|>')],
  prompt: [timesAt],
  begin: [idOf(' A'), idOf(' Ein')],
  article: [idOf(' low'), idOf(' high'), idOf(' tiefer'), idOf(' hoher')],
  tone: [idOf(' tone.'), idOf(' Ton.')],
  noun: [timesAt + endsAfter],
  end: [idOf('<|endoftext|>')],
}
const german: readonly number[] = [
  ...[idOf(' Ein'), idOf(' tiefer'), idOf(' hoher'), idOf(' Ton.')],
]
const english: readonly number[] = [idOf(' A'), idOf(' low'), idOf(' high'), idOf(' tone.')]
/** Nobody has said a language yet: high tones are German. */
const low: readonly number[] = [idOf(' low'), idOf(' tiefer'), idOf('<|en|>')]
const high: readonly number[] = [idOf(' high'), idOf(' hoher'), idOf('<|de|>')]

function decoderWeights(mayFollow: Follows): Buffer[] {
  const table = (
    rows: number,
    cells: (readonly [row: number, column: number, value: number])[],
  ) => {
    const values = new Float32Array(rows * vocabulary)
    for (const [row, column, value] of cells) values[row * vocabulary + column] = value
    return values
  }
  const follows = steps.flatMap((step, row) =>
    mayFollow[step].map((id) => [row, id, certain] as const),
  )
  const all = Array.from({ length: vocabulary }, (_, id) => id)
  const meaning = all.flatMap((id) => {
    const row = zeros(width)
    if (id === idOf('<|en|>')) row[0] = 1
    if (id === idOf('<|de|>')) row[1] = 1
    return row
  })
  const rows = (...lists: (readonly number[])[]) =>
    lists.flatMap((ids, row) => ids.map((id) => [row, id, likely] as const))
  return [
    floats('meaning', [vocabulary, width], meaning),
    floats('follows', [steps.length, vocabulary], table(steps.length, follows)),
    floats('by_language', [width, vocabulary], table(width, rows(english, german))),
    floats('by_sound', [width, vocabulary], table(width, rows(low, high))),
    longs(
      'state',
      all.map((id) => steps.indexOf(stepOf(id))),
    ),
    longs('to_heads', [0, 0, heads, width / heads]),
    longs('to_one', [0, 1, width]),
    longs('along', [2]),
  ]
}

function zeros(count: number): number[] {
  return new Array<number>(count).fill(0)
}
