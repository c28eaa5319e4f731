import { SingleBar } from 'cli-progress'
import type { Progress } from '../app.ts'
import type { Io } from './command.ts'

/** Shows a person how far a command is; nothing before there is something to show. */
export function openProgressBar({ terminal }: Io, name: string) {
  let bar: SingleBar | undefined
  return {
    update({ done, total }: Progress): void {
      if (!terminal) return
      bar ??= started(name, total)
      bar.setTotal(total)
      bar.update(done)
    },
    [Symbol.dispose]: () => bar?.stop(),
  }
}

function started(name: string, total: number): SingleBar {
  const format = `${name} {bar} {percentage} %, {eta_formatted} to go`
  const bar = new SingleBar({ format, clearOnComplete: true })
  bar.start(total, 0)
  return bar
}
