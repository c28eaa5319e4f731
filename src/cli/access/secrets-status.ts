import { isoOf } from '../../base/clock.ts'
import type { FolderCommand } from '../command.ts'
import { tableOf } from '../table.ts'

/** Which secrets sign, and which of before are still taken. */
export const secretsStatus: FolderCommand = {
  name: 'secrets status',
  use: 'write',
  summary: 'show which secrets sign, which of before are taken, and what opens them',
  examples: ['kontor secrets status', 'kontor secrets status --json'],
  options: {},
  async act({ ring }) {
    const generations = ring.generations().map(({ number, createdAtMs, acceptedUntilMs }) => ({
      generation: number,
      // The first ones came with the folder.
      created_at: number === 0 ? null : isoOf(createdAtMs),
      accepted_until: acceptedUntilMs === null ? null : isoOf(acceptedUntilMs),
    }))
    return {
      lines: [
        ...tableOf(
          ['secrets', 'since', 'taken until'],
          generations.map((one) => [
            String(one.generation),
            one.created_at ?? 'the beginning',
            one.accepted_until ?? 'they sign',
          ]),
        ),
        ...keyLines(ring.masterKeys()),
      ],
      data: { generations, master_keys: ring.masterKeys() },
    }
  },
}

/** Of one there is nothing to say. */
function keyLines([inUse, ...others]: readonly string[]): string[] {
  if (others.length === 0) return []
  return [`Master key ${inUse} opens them, and so does ${others.join(', ')} of before.`]
}
