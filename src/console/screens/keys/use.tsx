import { useSignal } from '@preact/signals'
import { CodeBlock } from '../../ui/code-block.tsx'
import { type Program, programs, snippetFor, unknownSecret } from './snippets.ts'
import { w } from './words.ts'

/** What to paste where: for assistants that speak MCP, for a shell, for a program. */
export function Use({ secret }: { secret: string | undefined }) {
  const program = useSignal<Program>('claude_code')
  return (
    <section class="box stack" aria-labelledby="use">
      <h2 id="use">{w().use}</h2>
      <p class="faint">{secret === undefined ? w().gone : w().useHint}</p>
      <label class="field">
        <span>{w().program}</span>
        <select
          value={program.value}
          onChange={({ currentTarget }) => {
            program.value = currentTarget.value as Program
          }}
        >
          {programs.map((one) => (
            <option key={one} value={one}>
              {w().programs[one]}
            </option>
          ))}
        </select>
        <small class="faint">{w().places[program.value]}</small>
      </label>
      <CodeBlock text={snippetFor(program.value, secret ?? unknownSecret)} />
    </section>
  )
}
