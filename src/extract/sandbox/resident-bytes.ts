import { readFileSync } from 'node:fs'

/** Resident memory by /proc; 0 where there is none (the heap limit still holds there). */
export function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
