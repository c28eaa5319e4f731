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
  const read = readAddress(text)
  return typeof read === 'string' ? undefined : read
}

/** Which part of an address is not of this form, for whoever wrote it; undefined: none. */
export function s3AddressFault(text: string): string | undefined {
  const read = readAddress(text)
  return typeof read === 'string' ? read : undefined
}

/** The address, or what is wrong with it. */
function readAddress(text: string): S3Address | string {
  if (!text.startsWith('s3://')) return 'it begins with s3://'
  if (/\s/.test(text)) return 'it has no spaces and no line breaks'
  if (!URL.canParse(text)) return 'it cannot be read as an address'
  const { hostname: bucket, host, pathname, searchParams, username, password, hash } = new URL(text)
  if (username || password) return 'the keys are settings of their own and no part of it'
  if (!bucketForm.test(bucket) || host !== bucket) {
    return 'a bucket has 3 to 63 of a-z, 0-9, hyphens and dots'
  }
  const prefix = pathname.replace(/^\//, '').replace(/([^/])$/, '$1/')
  if (!prefixForm.test(prefix) || hash) {
    return 'a prefix has letters, digits, dots, hyphens and underscores between its slashes'
  }
  const strange = [...searchParams.keys()].find((name) => !parameters.includes(name))
  if (strange !== undefined) return `${strange} is none of ${parameters.join(', ')}`
  const endpoint = searchParams.get('endpoint')?.replace(/\/+$/, '')
  const region = searchParams.get('region') ?? undefined
  const pathStyle = searchParams.get('path_style') ?? 'false'
  if (!['true', 'false'].includes(pathStyle)) return 'path_style is true or false'
  if (region !== undefined && !/^[a-z0-9-]{1,40}$/.test(region)) {
    return 'a region has 1 to 40 of a-z, 0-9 and hyphens'
  }
  const fault = endpoint === undefined ? undefined : endpointFault(endpoint, pathStyle === 'true')
  if (fault !== undefined) return fault
  return {
    bucket,
    prefix,
    pathStyle: pathStyle === 'true',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
  }
}

function endpointFault(text: string, isPathStyle: boolean): string | undefined {
  if (!/^https?:\/\//.test(text)) return 'its endpoint begins with https:// or http://'
  const url = URL.parse(text)
  if (!url) return 'its endpoint cannot be read as an address'
  const { pathname, username, search, hash, hostname } = url
  if (pathname !== '/' || search || hash || username) {
    return 'its endpoint is https://host or https://host:port and nothing else'
  }
  // Put before such a name the bucket would be dropped without a word.
  if (!isPathStyle && /^([\d.]+|\[.*\])$/.test(hostname)) {
    return 'an IP address has no name for the bucket before it: &path_style=true is wanted'
  }
  return undefined
}

/** For people: never the keys. */
export function nameOfPlace({ bucket, prefix, endpoint }: S3Place): string {
  return `s3://${bucket}/${prefix} at ${endpoint}`
}
