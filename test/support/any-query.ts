import fc from 'fast-check'
import { qLengthMax } from '../../src/domain/search/limits.ts'

const pieces = fc.oneof(
  fc.constantFrom(
    ...['AND', 'OR', 'NOT', '(', ')', '+', '-', '"', '*', '~', '~2', ':', ' ', '\\', "'", '; --'],
    ...[
      'kind:',
      'page:3',
      'tags:x',
      'body : "',
      'a',
      'A-17',
      'ß',
      '検査',
      '💡',
      '\u0000',
      '\ud800',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
/** Texts full of what could mean something. */
export const anyQuery = fc
  .array(fc.tuple(pieces, fc.constantFrom('', ' ')), { maxLength: 200 })
  .map((parts) => parts.flat().join('').slice(0, qLengthMax))
