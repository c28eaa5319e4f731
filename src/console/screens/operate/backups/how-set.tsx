import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Box, FactList } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { w } from './words.ts'

type Settings = Reply<'getSettings'>

const names = ['backupDir', 'backupHours', 'backupKeep', 'backupRecipient'] as const
const examples: Readonly<Record<string, string>> = { backupDir: '/mnt/backups' }

/** The settings of the schedule, where each was read, and what to write to change it. */
export function HowSet() {
  const settings = useResource((signal) => kontor.getSettings(undefined, { signal }))
  return (
    <Box id="how-set" title={w().howSet}>
      <p class="quiet">{w().howSetHint}</p>
      <Show of={settings}>{(known) => <Lines known={known} />}</Show>
    </Box>
  )
}

function Lines({ known: { settings, sources } }: { known: Settings }) {
  const shown = names.flatMap((name) => {
    const source = sources.find((one) => one.name === name)
    return source ? [{ ...source, value: textOf(settings[name]) }] : []
  })
  const lines = shown
    .map(({ name, environment, value }) => [environment, value || examples[name]] as const)
    .filter(([, value]) => value)
    .map(([environment, value]) => `${environment}=${value}`)
  return (
    <div class="stack">
      <FactList
        facts={shown.map(({ name, value, origin }) => [
          w().settings[name as (typeof names)[number]],
          value === '' ? w().notSet : w().setBy({ value, origin: w().origins[origin] }),
        ])}
      />
      <p class="quiet">{w().environmentHint}</p>
      <CodeBlock text={lines.join('\n')} />
      <p class="quiet">{w().otherWays(shown.map(({ flag }) => flag).join(' '))}</p>
    </div>
  )
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
