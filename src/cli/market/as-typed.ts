import { KontorError, type Management } from '../../client/index.ts'
import type { OptionHelp } from '../command.ts'

/** What the API says of a field is told of the option that it was typed as: `top_k` is `--top`. */
export function asTyped(error: unknown, options: Readonly<Record<string, OptionHelp>>): unknown {
  if (!(error instanceof KontorError) || error.status !== 400) return error
  const { error: said } = (error.body ?? {}) as { error?: Management.Refusal }
  const field = String(said?.details.field)
  const words = field.split(/[_.]/)
  const option = Object.keys(options).find((name) => words.includes(name))
  if (option === undefined || !error.message.startsWith(`${field} `)) return error
  const message = `--${option}${error.message.slice(field.length)}`
  return new KontorError({ status: error.status, code: error.code, message, body: error.body })
}
