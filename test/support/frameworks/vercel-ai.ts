// Stands in for what the manual's example imports of ai: there, too, `tool` gives back what it got.
import type { z } from 'zod'

export type Tool<Input, Output> = {
  description?: string
  inputSchema: z.ZodType<Input>
  needsApproval?: boolean
  execute: (input: Input) => Promise<Output>
}

export function tool<Input, Output>(described: Tool<Input, Output>): Tool<Input, Output> {
  return described
}
