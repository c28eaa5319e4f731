import { readFileSync } from 'node:fs'
import { UsageError } from '../command.ts'

/** The password in a file, without the line break at its end. Throws UsageError. */
export function passwordIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw new UsageError(`--password-file ${file} cannot be read.`)
  }
}
