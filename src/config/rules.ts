import * as z from 'zod'
import { isAddressRange } from '../base/address-ranges.ts'
import { s3AddressFault } from '../base/s3-place.ts'

/** What can be written is told where it was not, unless the rule has words of its own. */
export const inWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_value') return `one of ${issue.values.join(', ')}`
  if (issue.code === 'too_big') return `at most ${issue.maximum} characters`
  if (issue.code === 'too_small') return 'a text that is not empty'
  return issue.code === 'invalid_type' && issue.expected === 'string' ? 'a text' : 'another value'
}

/** What a value may look like, wherever it was read from. */
export const whole = (min: number, max: number) => {
  const words = `a whole number from ${min} to ${max}`
  return z
    .union([z.number(words), z.string().regex(/^\d{1,16}$/, words)], words)
    .transform(Number)
    .pipe(z.int(words).min(min, words).max(max, words))
}
export const truth = z.union(
  [z.boolean(), z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no'] })],
  'true or false',
)
export const line = z.string().min(1)
/** What a list of settings has behind a value would begin another, empty folder without a word. */
export const folder = line.refine(
  (text) => text === text.trim(),
  'a folder whose name neither begins nor ends with a space',
)
export const list = z.union(
  [
    z.array(line),
    z.string().transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  ],
  'a list separated by commas',
)
export const webAddress = z
  .url({ protocol: /^https?$/, error: 'an address like https://data.example.eu' })
  .transform((value) => value.replace(/\/+$/, ''))
/** What more is written after. */
export const bareAddress = webAddress.refine((text) => !/[?#]/.test(text), 'one without ? and #')
const address = z
  .string()
  .refine(isAddressRange, 'addresses or ranges such as 10.1.0.0/16, separated by commas')
export const addresses = list.pipe(z.array(address)).default([])
export const hostName = z
  .string()
  .regex(/^([^:/\s[\]]+|\[[0-9a-f:.]+\])$/i, 'host names without a port, separated by commas')

const s3Form =
  's3://bucket/prefix?endpoint=https://…&region=…&path_style=true (what is needed of it)'
/** An address of S3, and which part of one is wrong; or one of `others`, as it is written. */
export const s3Address = (...others: readonly string[]) =>
  z.string().superRefine((text, refuse) => {
    const fault = others.includes(text) ? undefined : s3AddressFault(text)
    if (fault === undefined) return
    refuse.addIssue({
      code: 'custom',
      message: `${fault}. It is ${[...others, s3Form].join(' or ')}`,
    })
  })
/** A key that was copied with its line break signs other requests than the one that was meant. */
export const key = z
  .string()
  .regex(/^\S+$/, 'a text without spaces and line breaks, also at its end (echo writes one)')
