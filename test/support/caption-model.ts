// A model that names the colour of a picture, of a few kilobytes, in the layout of Hugging Face: an
// encoder of patches and a decoder with a cache, as in the captioning models, with weights set by
// hand.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { floats, longs, modelOf, node, type Value } from './onnx-file.ts'

const marks = ['<|endoftext|>'] as const
const words = ['a', ' red', ' green', ' blue', ' picture'] as const
const pieces: readonly string[] = [...marks, ...words]
const idOf = (piece: (typeof words)[number] | (typeof marks)[number]) => pieces.indexOf(piece)
const vocabulary = pieces.length
const side = 32
const patch = 16
const patches = (side / patch) ** 2
const width = 8
const heads = 2

export function writeCaptionModel(folder: string): string {
  mkdirSync(join(folder, 'onnx'), { recursive: true })
  const put = (name: string, value: unknown) =>
    writeFileSync(join(folder, name), JSON.stringify(value))
  const end = idOf('<|endoftext|>')
  const special = { decoder_start_token_id: end, eos_token_id: end, pad_token_id: end }
  put('config.json', {
    model_type: 'vision-encoder-decoder',
    is_encoder_decoder: true,
    ...special,
    architectures: ['VisionEncoderDecoderModel'],
    encoder: { model_type: 'vit', hidden_size: width, image_size: side, patch_size: patch },
    decoder: {
      model_type: 'gpt2',
      n_layer: 1,
      n_head: heads,
      n_embd: width,
      n_positions: 64,
      vocab_size: vocabulary,
      add_cross_attention: true,
    },
  })
  put('generation_config.json', { ...special, max_length: 16 })
  put('preprocessor_config.json', {
    image_processor_type: 'ViTImageProcessor',
    do_resize: true,
    do_rescale: true,
    do_normalize: true,
    size: { height: side, width: side },
    rescale_factor: 1 / 255,
    image_mean: [0.5, 0.5, 0.5],
    image_std: [0.5, 0.5, 0.5],
    resample: 2,
  })
  put('tokenizer.json', tokenizer())
  put('tokenizer_config.json', {
    tokenizer_class: 'GPT2Tokenizer',
    model_max_length: 64,
    eos_token: '<|endoftext|>',
    unk_token: '<|endoftext|>',
    bos_token: '<|endoftext|>',
  })
  writeFileSync(join(folder, 'onnx/encoder_model.onnx'), encoder())
  writeFileSync(join(folder, 'onnx/decoder_model_merged.onnx'), decoder())
  return folder
}

function tokenizer() {
  const added = marks.map((content, id) => ({
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

/** The first three numbers of a patch say how much more there is of a colour than of the others. */
function encoder(): Buffer {
  const dots = patch * patch
  const weight = new Float32Array(width * 3 * dots)
  for (let out = 0; out < 3; out++) {
    for (let colour = 0; colour < 3; colour++) {
      const from = (out * 3 + colour) * dots
      weight.fill((out === colour ? 1 : -0.5) / dots, from, from + dots)
    }
  }
  return modelOf({
    nodes: [
      node('Conv', ['pixel_values', 'weight'], ['felt'], {
        kernel_shape: [patch, patch],
        strides: [patch, patch],
      }),
      node('Reshape', ['felt', 'to_list'], ['listed']),
      node('Transpose', ['listed'], ['last_hidden_state'], { perm: [0, 2, 1] }),
    ],
    weights: [
      floats('weight', [width, 3, patch, patch], weight),
      longs('to_list', [0, width, patches]),
    ],
    inputs: [{ name: 'pixel_values', type: 'float', dims: ['batch_size', 3, side, side] }],
    outputs: [{ name: 'last_hidden_state', type: 'float', dims: ['batch_size', patches, width] }],
  })
}

const cached = (prefix: string): Value[] =>
  ['key', 'value'].map((name) => ({
    name: `${prefix}.0.${name}`,
    type: 'float' as const,
    dims: ['batch_size', heads, 'past_sequence_length', width / heads],
  }))

const certain = 1000

/** Each word follows the one before; which colour depends on the picture, and on nothing said. */
function decoder(): Buffer {
  const follows = new Float32Array(vocabulary * vocabulary)
  const allow = (after: string, ids: readonly number[]) => {
    for (const id of ids) follows[pieces.indexOf(after) * vocabulary + id] = certain
  }
  const colours = [idOf(' red'), idOf(' green'), idOf(' blue')]
  allow('<|endoftext|>', [idOf('a')])
  allow('a', colours)
  for (const id of colours) allow(pieces[id] ?? '', [idOf(' picture')])
  allow(' picture', [idOf('<|endoftext|>')])
  const byColour = new Float32Array(width * vocabulary)
  colours.forEach((id, row) => {
    byColour[row * vocabulary + id] = 10
  })
  return modelOf({
    nodes: [
      node('Gather', ['meaning', 'input_ids'], ['meant']),
      node('Reshape', ['meant', 'to_heads'], ['parted']),
      node('Transpose', ['parted'], ['own'], { perm: [0, 2, 1, 3] }),
      ...['key', 'value'].map((name) =>
        node('Concat', [`past_key_values.0.${name}`, 'own'], [`present.0.${name}`], { axis: 2 }),
      ),
      node('ReduceMean', ['encoder_hidden_states'], ['seen'], { axes: [1], keepdims: 1 }),
      node('MatMul', ['seen', 'by_colour'], ['shown']),
      node('Gather', ['follows', 'input_ids'], ['expected']),
      node('Add', ['expected', 'shown'], ['logits']),
    ],
    weights: [
      floats('meaning', [vocabulary, width], new Float32Array(vocabulary * width)),
      floats('follows', [vocabulary, vocabulary], follows),
      floats('by_colour', [width, vocabulary], byColour),
      longs('to_heads', [0, 0, heads, width / heads]),
    ],
    inputs: [
      { name: 'input_ids', type: 'long', dims: ['batch_size', 'decoder_sequence_length'] },
      { name: 'encoder_hidden_states', type: 'float', dims: ['batch_size', patches, width] },
      ...cached('past_key_values'),
      { name: 'use_cache_branch', type: 'bool', dims: [1] },
    ],
    outputs: [
      ...[{ name: 'logits', type: 'float', dims: ['batch_size', 't', vocabulary] } as const],
      ...cached('present'),
    ],
  })
}
