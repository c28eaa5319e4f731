import { isAbsolute } from 'node:path'
import * as z from 'zod'
import { type S3Place, s3AddressFault, s3AddressIn } from '../base/s3-place.ts'
import { s3PlaceOf } from './blobs.ts'
import { line } from './rules.ts'

const shape =
  'lancedb:///folder, lancedb+s3://bucket/prefix?endpoint=…, or opensearch+https://host:9200'

const lanceFolder = 'lancedb://'
const lanceS3 = 'lancedb+'
const openSearch = 'opensearch+'

/** An engine of others that knows what is near among listed passages. */
export const engineSettings = {
  engine: {
    rule: z
      .string()
      .superRefine((text, refuse) => {
        if (kindOf(text) === undefined) refuse.addIssue({ code: 'custom', message: faultOf(text) })
      })
      .optional(),
    help: 'a search engine of others that is asked what is near among listed data',
  },
  enginePackages: {
    rule: line.optional(),
    help: 'folder into which the package that lancedb:// needs was installed by npm',
  },
  engineLogin: {
    rule: z
      .string()
      .regex(/^[^:\s]+:\S+$/, 'name:password')
      .optional(),
    secret: true as const,
    help: 'name and password for opensearch+https://',
  },
}

/** Where such an engine is; undefined: there is none. */
export type EnginePlace =
  | { kind: 'lancedb'; where: { folder: string } | S3Place; packages: string }
  | { kind: 'opensearch'; url: string; login: string | undefined }

type Given = {
  engine?: string | undefined
  enginePackages?: string | undefined
  engineLogin?: string | undefined
  searchNodes: readonly string[]
} & Parameters<typeof s3PlaceOf>[1]

function kindOf(text: string): 'folder' | 's3' | 'opensearch' | undefined {
  if (text.startsWith(lanceFolder) && isAbsolute(text.slice(lanceFolder.length))) return 'folder'
  if (text.startsWith(lanceS3) && s3AddressIn(text.slice(lanceS3.length))) return 's3'
  const url = text.startsWith(openSearch) ? text.slice(openSearch.length) : ''
  return /^https?:\/\/[^/?#@]+\/?$/.test(url) && URL.canParse(url) ? 'opensearch' : undefined
}

/** With the part that is wrong, where it is one of a bucket. */
function faultOf(text: string): string {
  const isS3 = text.startsWith(`${lanceS3}s3:`)
  const fault = isS3 ? s3AddressFault(text.slice(lanceS3.length)) : undefined
  return fault === undefined ? shape : `${fault}. It is ${shape}`
}

/** Calls `refuse` for an address that lacks something, and for one beside search nodes. */
export function enginePlaceOf(
  given: Given,
  refuse: (why: string) => never,
): EnginePlace | undefined {
  const { engine: text, enginePackages: packages, engineLogin: login, searchNodes } = given
  if (text === undefined) return undefined
  if (searchNodes.length > 0) {
    return refuse('KONTOR_ENGINE and KONTOR_SEARCH_NODES are not used together.')
  }
  const kind = kindOf(text)
  if (kind === 'opensearch') {
    return { kind, url: text.slice(openSearch.length).replace(/\/$/, ''), login }
  }
  if (packages === undefined) {
    return refuse(
      'KONTOR_ENGINE=lancedb needs KONTOR_ENGINE_PACKAGES, a folder in which ' +
        'npm install @lancedb/lancedb was run.',
    )
  }
  const s3 = s3PlaceOf(text.slice(lanceS3.length), given, refuse)
  const where = s3 ?? { folder: text.slice(lanceFolder.length) }
  return { kind: 'lancedb', where, packages }
}
