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
  for (const name of needed) requireJson({ folder, name })
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
  return { folder, dtype, pooling, files: [...needed, file] }
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
