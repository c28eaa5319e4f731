/** The model could not say anything: for what reason, in words for the provider. */
export class ModelFailed extends Error {
  override readonly name = 'ModelFailed'
}
