import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seal, unseal } from '../../base/sealed.ts'
import { writeWhole } from '../../base/write-whole.ts'

/** Keys lie in the data folder as its other secrets do: sealed, for its owner alone. */
export function openSealedFolder(dataDir: string, key: Buffer) {
  const folder = join(dataDir, 'acme')
  return {
    /** Undefined: there is none, or it was sealed with secrets that are lost. */
    read<T>(name: string): T | undefined | 'lost' {
      const file = join(folder, name)
      if (!existsSync(file)) return undefined
      try {
        return JSON.parse(unseal(key, Buffer.from(readFileSync(file, 'utf8'), 'base64')).toString())
      } catch {
        return 'lost'
      }
    },
    write(name: string, value: unknown): void {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const text = seal(key, Buffer.from(JSON.stringify(value))).toString('base64')
      writeWhole({ file: join(folder, name), text })
    },
  }
}
