import { InvalidInput } from '../../base/errors.ts'
import { filenameMaxBytes } from './limits.ts'

/** What a file name may not contain, with the reason that the caller is told. */
const refusals: readonly { reason: string; message: string; found(name: string): boolean }[] = [
  {
    reason: 'empty',
    message: 'must not be empty',
    found: (name) => name.trim() === '',
  },
  {
    reason: 'too_long',
    message: `must have at most ${filenameMaxBytes} bytes`,
    found: (name) => Buffer.byteLength(name, 'utf8') > filenameMaxBytes,
  },
  {
    reason: 'not_unicode',
    message: 'must be well-formed Unicode',
    found: (name) => !name.isWellFormed(),
  },
  {
    reason: 'path',
    message: 'must be a plain name, without a path',
    found: (name) => /[/\\]/.test(name) || name === '.' || name === '..',
  },
  {
    reason: 'control_character',
    message: 'must not contain control characters',
    found: (name) => /[\p{Cc}\u2028\u2029]/u.test(name),
  },
  // These turn the direction of what follows: "exe.fdp" can be made to read "pdf.exe".
  {
    reason: 'direction_override',
    message: 'must not contain characters that change the direction of writing',
    found: (name) => /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(name),
  },
]

/**
 * Throws InvalidInput for a path of folders of which one has such a name; '' is none. Its parts are
 * parted by slashes, none at the ends.
 */
export function requireFolder(folder: string): void {
  if (folder === '') return
  for (const name of folder.split('/')) requireName(name, 'folder')
}

/** Throws InvalidInput for a name that could hurt whoever stores, shows or downloads the file. */
export function requireFilename(name: string): void {
  requireName(name, 'filename')
}

function requireName(name: string, field: 'filename' | 'folder'): void {
  const refusal = refusals.find(({ found }) => found(name))
  if (!refusal) return
  const { reason, message } = refusal
  throw new InvalidInput({ field, reason, message: `${field} ${message}.` })
}
