import type { WorkDone } from '../../domain/running.ts'

type Finding = WorkDone['findings'][number]

export function doneWith(findings: readonly Finding[], facts: WorkDone['facts']): WorkDone {
  return { ok: findings.every(({ level }) => level !== 'error'), findings, facts }
}

/** What a check found, with what is to be done about all of it. */
export function wrong(check: string, { message, remedy }: Omit<Finding, 'check' | 'level'>) {
  return { check, level: 'error', message, remedy } as const
}
