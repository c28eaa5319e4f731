// scripts/eval queries [count]: random, mutated and nasty queries against both engines. Each must
// be answered or refused as malformed, never anything else. Prints how long they took; exits 1
// when one failed or took more than 50 ms.
import { UsageError } from '../src/cli/command.ts'
import { endWith } from './end-with.ts'

async function main(): Promise<number> {
  const count = countOf(process.argv[2] ?? '1000000')
  return (await import('./evaluating/ask-queries.ts')).askAll(count)
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UsageError(`${text} is not a number from 1 to 999999999.`)
}

endWith(main, { usage: 'Usage: scripts/eval queries [count]' })
