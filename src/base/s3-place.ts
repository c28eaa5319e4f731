/** A bucket of an S3 server, as plain data: threads open their own door to it. */
export type S3Place = {
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  readonly endpoint: string
  readonly region: string
  /** The bucket in the path instead of the host's name. */
  readonly pathStyle: boolean
  readonly accessKey: string
  readonly secretKey: string
}

/** What an address of the form `s3://bucket/prefix?endpoint=…&region=…&path_style=true` says. */
export type S3Address = Pick<S3Place, 'bucket' | 'prefix' | 'pathStyle'> &
  Partial<Pick<S3Place, 'endpoint' | 'region'>>

const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const prefixForm = /^([A-Za-z0-9][A-Za-z0-9._-]*\/)*$/
const parameters = ['endpoint', 'region', 'path_style']

/** Undefined for an address that is not of this form. */
export function s3AddressIn(text: string): S3Address | undefined {
  if (!text.startsWith('s3://') || !URL.canParse(text)) return undefined
  const { hostname: bucket, pathname, searchParams, username, hash } = new URL(text)
  const prefix = pathname.replace(/^\//, '').replace(/([^/])$/, '$1/')
  if (!bucketForm.test(bucket) || !prefixForm.test(prefix) || username || hash) return undefined
  if ([...searchParams.keys()].some((name) => !parameters.includes(name))) return undefined
  const endpoint = searchParams.get('endpoint')?.replace(/\/+$/, '')
  const region = searchParams.get('region') ?? undefined
  const pathStyle = searchParams.get('path_style') ?? 'false'
  if (!['true', 'false'].includes(pathStyle)) return undefined
  if (region !== undefined && !/^[a-z0-9-]{1,40}$/.test(region)) return undefined
  if (endpoint !== undefined && !isOrigin(endpoint)) return undefined
  return {
    bucket,
    prefix,
    pathStyle: pathStyle === 'true',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
  }
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).pathname === '/'
}

/** For people: never the keys. */
export function nameOfPlace({ bucket, prefix, endpoint }: S3Place): string {
  return `s3://${bucket}/${prefix} at ${endpoint}`
}
