import type { AutomaticSpeechRecognitionPipeline, Tensor } from '@huggingface/transformers'

/** What a Whisper model of many languages says of itself, as far as it is used here. */
type Whisper = {
  (inputs: { input_features: Tensor; decoder_input_ids: Tensor }): Promise<{ logits: Tensor }>
  generation_config?: {
    is_multilingual?: boolean
    decoder_start_token_id?: number
    /** `<|en|>` and its number. */
    lang_to_id?: Record<string, number>
  } | null
}

export type SpokenLanguage = { code: string; isSure: boolean }

/** Share of what the model believes. */
const sureFrom = 0.5

/**
 * Which language is spoken: what the model would say first. Without that it takes everything for
 * English. Undefined for a model of one language.
 */
export async function spokenLanguage(
  pipe: AutomaticSpeechRecognitionPipeline,
  samples: Float32Array,
): Promise<SpokenLanguage | undefined> {
  const model = pipe.model as unknown as Whisper
  const {
    is_multilingual,
    decoder_start_token_id: start,
    lang_to_id,
  } = model.generation_config ?? {}
  if (is_multilingual !== true || start === undefined || !lang_to_id) return undefined
  const { Tensor: TensorOf } = await import('@huggingface/transformers')
  const { input_features } = (await pipe.processor(samples)) as { input_features: Tensor }
  const decoder_input_ids = new TensorOf('int64', BigInt64Array.of(BigInt(start)), [1, 1])
  const { logits } = await model({ input_features, decoder_input_ids })
  const believed = Object.entries(lang_to_id).map(([mark, id]) => ({
    code: mark.replace(/^<\||\|>$/g, ''),
    belief: Number(logits.data[id]),
  }))
  const most = believed.reduce((a, b) => (b.belief > a.belief ? b : a))
  const sum = believed.reduce((all, { belief }) => all + Math.exp(belief - most.belief), 0)
  return { code: most.code, isSure: 1 / sum >= sureFrom }
}
