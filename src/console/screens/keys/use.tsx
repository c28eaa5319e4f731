import { useSignal } from '@preact/signals'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Box } from '../../ui/parts.tsx'
import { Select } from '../../ui/select.tsx'
import { type Program, programs, snippetFor, unknownSecret } from './snippets.ts'
import { w } from './words.ts'

/** What to paste where: for assistants that speak MCP, for a shell, for a program. */
export function Use({ secret }: { secret: string | undefined }) {
  const program = useSignal<Program>('claude_code')
  return (
    <Box id="use" title={w().use} stacked>
      <p class="faint">{secret === undefined ? w().gone : w().useHint}</p>
      <Select
        label={w().program}
        hint={w().places[program.value]}
        options={programs.map((one) => [one, w().programs[one]])}
        chosen={program.value}
        choose={(one) => {
          program.value = one
        }}
      />
      <CodeBlock text={snippetFor(program.value, secret ?? unknownSecret)} />
    </Box>
  )
}
