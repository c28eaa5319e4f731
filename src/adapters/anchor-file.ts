import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '../base/json.ts'
import { hmac, sameBytes } from '../base/secrets.ts'
import { writeWhole } from '../base/write-whole.ts'

/**
 * The file in the data folder. It lies outside of the database and is signed with a key that the
 * sealed ring holds: whoever has the database alone cannot take back how far it once reached.
 */
export const anchorName = 'ledger.anchor'

export type Anchor<Marks> = {
  kind: 'kontor anchor 1'
  at: string
  /** How often the seal of the tables was set. */
  seal: number
  marks: Marks
  /** What was once found wrong: it stays until an operator accepts it. */
  found?: readonly string[]
}

export function writeAnchor<Marks>(dataDir: string, key: Buffer, anchor: Anchor<Marks>): void {
  const text = canonicalJson(anchor)
  const mac = hmac(key, text).toString('hex')
  writeWhole({ file: join(dataDir, anchorName), text: `${text}\n${mac}\n` })
}

/** Undefined: there is none. 'altered': it is not what was written with this key. */
export function readAnchor<Marks>(
  dataDir: string,
  key: Buffer,
): Anchor<Marks> | 'altered' | undefined {
  const file = join(dataDir, anchorName)
  if (!existsSync(file)) return undefined
  const [text = '', mac = ''] = readFileSync(file, 'utf8').split('\n')
  if (!sameBytes(Buffer.from(mac, 'hex'), hmac(key, text))) return 'altered'
  return JSON.parse(text) as Anchor<Marks>
}
