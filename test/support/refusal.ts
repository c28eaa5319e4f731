/** The error that a promise rejects with; an Error of its own when it does not. */
export async function refusal(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was refused')
}
