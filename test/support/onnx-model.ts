import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modelOf, node, tensor, types } from './onnx-file.ts'

/** A row of numbers for each piece: scale times whole number. */
export type PieceTable = {
  vocabulary: readonly string[]
  dimensions: number
  table: Int8Array
  scales: Float32Array
}

/**
 * Writes a model folder in the layout of Hugging Face whose network only looks up the row of each
 * piece, so that the mean of the rows is the vector of a text.
 */
export function writeModelFolder(folder: string, pieces: PieceTable): void {
  mkdirSync(join(folder, 'onnx'), { recursive: true })
  const put = (name: string, value: unknown) =>
    writeFileSync(join(folder, name), JSON.stringify(value))
  const { vocabulary, dimensions } = pieces
  put('config.json', {
    model_type: 'bert',
    architectures: ['BertModel'],
    hidden_size: dimensions,
    num_hidden_layers: 0,
    num_attention_heads: 1,
    vocab_size: vocabulary.length,
    max_position_embeddings: 4096,
    pad_token_id: 0,
  })
  put('tokenizer.json', tokenizerOf(vocabulary))
  put('tokenizer_config.json', {
    tokenizer_class: 'BertTokenizer',
    model_max_length: 4096,
    do_lower_case: true,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
    mask_token: '[MASK]',
  })
  writeFileSync(join(folder, 'onnx/model_quantized.onnx'), networkOf(pieces))
}

/** Some words with random rows. */
export function smallTable({ dimensions = 16, seed = 1 } = {}): PieceTable {
  const words = 'the boiler was inspected furnace heating violin played concert in may and of a'
  const vocabulary = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', ...words.split(' ')]
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return Math.round((state / 0x8000_0000 - 0.5) * 250)
  }
  return {
    vocabulary,
    dimensions,
    table: Int8Array.from({ length: vocabulary.length * dimensions }, next),
    scales: new Float32Array(vocabulary.length).fill(0.01),
  }
}

function tokenizerOf(vocabulary: readonly string[]) {
  const special = vocabulary.slice(0, 5).map((content, id) => ({
    id,
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
    added_tokens: special,
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: true,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 60,
      vocab: Object.fromEntries(vocabulary.map((piece, i) => [piece, i])),
    },
  }
}

function networkOf({ vocabulary, dimensions, table, scales }: PieceTable): Buffer {
  const rows = vocabulary.length
  return modelOf({
    nodes: [
      node('Gather', ['table', 'input_ids'], ['whole']),
      node('Cast', ['whole'], ['numbers'], { to: types.float }),
      node('Gather', ['scale', 'input_ids'], ['sizes']),
      node('Mul', ['numbers', 'sizes'], ['last_hidden_state']),
    ],
    weights: [
      tensor('table', { type: 'byte', dims: [rows, dimensions], raw: Buffer.from(table.buffer) }),
      tensor('scale', { type: 'float', dims: [rows, 1], raw: Buffer.from(scales.buffer) }),
    ],
    inputs: ['input_ids', 'attention_mask'].map((name) => ({
      name,
      type: 'long',
      dims: ['b', 't'],
    })),
    outputs: [{ name: 'last_hidden_state', type: 'float', dims: ['b', 't', dimensions] }],
  })
}
