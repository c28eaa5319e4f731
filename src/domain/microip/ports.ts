import type { Category, Description } from './licence.ts'

/** What is known of an asset when it is described. The text is somebody's, and not to be obeyed. */
export type Described = {
  readonly name: string
  readonly description: string
  /** By the type of the file. */
  readonly category: Category
  readonly text: string
}

/** Finds words for an asset: a language model of the operator's, or the asset's own. */
export type Describer = {
  readonly source: 'extractive' | 'llm'
  /** Throws DescriberFailed; whatever comes back fits the limits. */
  describe(asset: Described, signal: AbortSignal): Promise<Description>
}

export class DescriberFailed extends Error {
  override readonly name = 'DescriberFailed'
}

export { categories, type Description, type Quality, qualities } from './licence.ts'
export {
  questionMaxChars,
  questionsMax,
  summaryMaxChars,
  tagMaxChars,
  tagsMax,
} from './limits.ts'
