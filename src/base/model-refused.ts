/** A folder of the operator's lacks what a model needs: said in a sentence. */
export class ModelRefused extends Error {
  override readonly name = 'ModelRefused'
}
