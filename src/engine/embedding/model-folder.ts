import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ModelRefused } from '../../base/model-refused.ts'

/** A folder with a model in the layout of Hugging Face, found to have what is needed. */
export type ModelFolder = {
  readonly folder: string
  /** Which of the forms of the network is there. */
  readonly dtype: 'q8' | 'fp32'
  /** How the vectors of the words become one. */
  readonly pooling: 'mean' | 'cls'
  /** Everything that decides about the vectors. */
  readonly files: readonly string[]
  /** What its tokeniser cuts texts into, without the signs of beginning and going on. */
  readonly pieces: readonly string[]
}

const needed = ['config.json', 'tokenizer.json', 'tokenizer_config.json']
const networks = [
  { file: 'onnx/model_quantized.onnx', dtype: 'q8' },
  { file: 'onnx/model.onnx', dtype: 'fp32' },
] as const
const poolingFile = '1_Pooling/config.json'

/**
 * Looks whether a folder has the four files of a model. Loading one without them ends in an error
 * that says nothing. Throws ModelRefused with what is missing.
 */
export function readModelFolder(folder: string): ModelFolder {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new ModelRefused(`The embedding model ${folder} is not a folder.`)
  }
  const [, tokenizer] = needed.map((name) => requireJson({ folder, name }))
  const network = networks.find(({ file }) => existsSync(join(folder, file)))
  if (!network) {
    const names = networks.map(({ file }) => file).join(' nor ')
    throw new ModelRefused(`The embedding model ${folder} has neither ${names}.`)
  }
  const { file, dtype } = network
  const said = existsSync(join(folder, poolingFile))
    ? requireJson({ folder, name: poolingFile })
    : {}
  const pooling = said.pooling_mode_cls_token === true ? 'cls' : 'mean'
  return { folder, dtype, pooling, files: [...needed, file], pieces: piecesOf(tokenizer) }
}

function requireJson({ folder, name }: { folder: string; name: string }) {
  let text: string
  try {
    text = readFileSync(join(folder, name), 'utf8')
  } catch {
    throw new ModelRefused(`The embedding model ${folder} lacks ${name}.`)
  }
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new ModelRefused(`The embedding model ${folder}: ${name} is not valid JSON.`)
  }
}

type Tokenizer = {
  model?: { vocab?: unknown }
  decoder?: unknown
  pre_tokenizer?: unknown
}

/**
 * The pieces of a vocabulary: numbers by piece (WordPiece, BPE), or pairs of piece and score
 * (Unigram). Those of bytes are written in letters that stand for them.
 */
function piecesOf(json: unknown): string[] {
  const { model, decoder, pre_tokenizer: before } = json as Tokenizer
  const { vocab } = model ?? {}
  if (typeof vocab !== 'object' || vocab === null) return []
  const pieces = Array.isArray(vocab) ? vocab.map((pair) => String(pair?.[0])) : Object.keys(vocab)
  const isOfBytes = JSON.stringify([decoder, before]).includes('"ByteLevel"')
  return isOfBytes ? pieces.map(textOfBytes) : pieces
}

const shownBytes = bytesInLetters()
const utf8 = new TextDecoder()

function textOfBytes(piece: string): string {
  return utf8.decode(Uint8Array.from(piece, (letter) => shownBytes.get(letter) ?? 0))
}

/** Byte-level BPE: printable bytes of Latin-1 are themselves, the others come from U+0100 on. */
function bytesInLetters(): Map<string, number> {
  const letters = new Map<string, number>()
  let others = 0
  for (let byte = 0; byte < 256; byte += 1) {
    const isShown =
      (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xff && byte !== 0xad)
    letters.set(String.fromCharCode(isShown ? byte : 0x100 + others), byte)
    others += isShown ? 0 : 1
  }
  return letters
}
