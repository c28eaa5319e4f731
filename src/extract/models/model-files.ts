import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ModelRefused } from '../../base/model-refused.ts'

/** A network that comes whole or in bytes instead of floats. */
export type ModelForm = 'q8' | 'fp32'

const common = [
  'config.json',
  'preprocessor_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
]
/** A Whisper or Moonshine model in the layout of Hugging Face, without its networks. */
export const speechFiles: readonly string[] = [...common, 'generation_config.json']
export const captionFiles: readonly string[] = common
const networks = ['encoder_model', 'decoder_model_merged'] as const
const forms = [
  { form: 'q8', suffix: '_quantized.onnx' },
  { form: 'fp32', suffix: '.onnx' },
] as const

/**
 * Which form of a model the folder holds whole. Throws ModelRefused with what is missing: loading
 * one without it ends in an error that says nothing.
 */
export function wholeModel({ folder, files }: { folder: string; files: readonly string[] }) {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new ModelRefused(`${folder} is not a folder.`)
  }
  for (const name of files) requireJson({ folder, name })
  const found = forms.find(({ suffix }) =>
    networks.every((network) => existsSync(join(folder, 'onnx', `${network}${suffix}`))),
  )
  if (found) return found.form satisfies ModelForm
  throw new ModelRefused(`${folder}/onnx lacks ${networks.map((n) => `${n}.onnx`).join(' or ')}.`)
}

function requireJson({ folder, name }: { folder: string; name: string }): void {
  let text: string
  try {
    text = readFileSync(join(folder, name), 'utf8')
  } catch {
    throw new ModelRefused(`${folder} lacks ${name}.`)
  }
  try {
    JSON.parse(text)
  } catch {
    throw new ModelRefused(`${folder}: ${name} is not valid JSON.`)
  }
}
