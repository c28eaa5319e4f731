// A process of its own that seals the secrets of a folder for a new master key, and is killed at
// the point that it is told. What it does at the points is what the system would have done by then.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const [dataDir = '', masterKey = '', previousMasterKey = '', point = ''] = process.argv.slice(2)
const real = { ...fs }
const die = () => process.kill(process.pid, 'SIGKILL')

const points: Readonly<Record<string, () => void>> = {
  'before anything is written': () => {
    fs.openSync = ((...args: Parameters<typeof fs.openSync>) => {
      if (args[1] === 'w') die()
      return real.openSync(...args)
    }) as typeof fs.openSync
  },
  'with half of it written': () => {
    fs.writeSync = ((handle: number, text: string) => {
      real.writeSync(handle, text.slice(0, text.length / 2))
      die()
    }) as typeof fs.writeSync
  },
  'before it has its name': () => {
    fs.renameSync = die as unknown as typeof fs.renameSync
  },
  'when it has its name': () => {
    fs.renameSync = (...names) => {
      real.renameSync(...names)
      die()
    }
  },
}

async function main(): Promise<void> {
  points[point]?.()
  syncBuiltinESMExports()
  const { openKeyRing } = await import('../../src/base/rotation.ts')
  const clock = { nowMs: () => Date.now(), elapsedMs: () => performance.now() }
  const place = { dataDir, masterKey, previousMasterKey }
  const publicKeyOf = () => Buffer.alloc(32)
  const facts = {
    isNew: false,
    isReadOnly: false,
    mayBeRoot: () => true,
    publicKeyOf,
    pastSigners: () => [],
  }
  openKeyRing({ ...place, ...facts }, clock)
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
