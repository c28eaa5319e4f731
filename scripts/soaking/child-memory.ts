// What the processes of a server have in memory, at most.
import { readFileSync } from 'node:fs'
import { childrenOf } from '../../test/support/processes.ts'

const everyMs = 250

export type MemoryWatch = Disposable & { readonly childMb: number; readonly serverMb: number }

/** Looks at the server and at everything below it until it is disposed of. */
export function watchMemory(pid: number): MemoryWatch {
  const most = { childMb: 0, serverMb: 0 }
  const timer = setInterval(() => {
    most.serverMb = Math.max(most.serverMb, peakMb(pid))
    for (const child of below(pid)) most.childMb = Math.max(most.childMb, peakMb(child))
  }, everyMs)
  return {
    get childMb() {
      return most.childMb
    },
    get serverMb() {
      return most.serverMb
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

function below(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...below(child)])
}

/** Since it began; 0 for one that is gone. */
function peakMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
