// What operators mistype where a bucket, its keys or a node is named, and what they are told.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/config.ts'

function told(environment: Record<string, string>): string {
  try {
    readConfig({ environment })
    return 'taken'
  } catch (error) {
    return (error as Error).message
  }
}

const wrongAddresses: [address: string, why: RegExp][] = [
  ['https://s3.example.eu/files', /: it begins with s3:\/\/\. It is disk or s3:\/\/bucket/],
  ['s3://files/a?endpoint=s3.example.eu', /: its endpoint begins with https:\/\/ or http:\/\//],
  ['s3://files/a?endpoint=https://s3.example.eu/files', /: its endpoint is https:\/\/host or/],
  ['s3://files/a?endpont=https://s3.example.eu', /: endpont is none of endpoint, region, path_/],
  ['s3://files/a?endpoint=http://10.0.0.9:9000', /: an IP address .* &path_style=true is wanted/],
  ['s3://files/a?endpoint=http://[fd00::9]:9000', /: an IP address .* &path_style=true is wanted/],
  ['s3://Files_of_us', /: a bucket has 3 to 63 of a-z/],
  ['s3://files:9000/a', /: a bucket has 3 to 63 of a-z/],
  ['s3://files/of us', /: it has no spaces and no line breaks/],
  ['s3://files/a//b', /: a prefix has letters, digits/],
  ['s3://files?region=EU', /: a region has 1 to 40 of a-z/],
  ['s3://files?path_style=yes', /: path_style is true or false/],
]

test('of an address of S3 the part that is wrong is named', () => {
  for (const [address, why] of wrongAddresses) {
    for (const name of ['KONTOR_BLOBS', 'KONTOR_BLOBS_OLD']) {
      const message = told({ [name]: address })
      assert.match(message, why, address)
      assert.match(message, `${name} (flag`)
    }
    assert.match(told({ KONTOR_LEASE: address }).replace('disk or ', ''), 'KONTOR_LEASE (flag')
    const engine = { KONTOR_ENGINE: `lancedb+${address}`, KONTOR_ENGINE_PACKAGES: '/opt/lance' }
    assert.match(told(engine), /KONTOR_ENGINE \(flag --engine\) cannot be/)
  }
  assert.match(
    told({ KONTOR_ENGINE: 'lancedb+s3://files?endpoint=s3.example.eu' }),
    /: its endpoint begins with https:\/\/ or http:\/\//,
  )
})

test('buyers are sent to a bucket alone, and not by plain HTTP to another machine', () => {
  const keys = { KONTOR_S3_ACCESS_KEY: 'AKIAEXAMPLE', KONTOR_S3_SECRET_KEY: 'hush' }
  const lends = { ...keys, KONTOR_DOWNLOADS_STRAIGHT_SECONDS: '60' }
  const at = (endpoint: string) => `s3://files?endpoint=${endpoint}`
  const none = /^KONTOR_DOWNLOADS_STRAIGHT_SECONDS needs a bucket: name one in KONTOR_BLOBS/
  assert.match(told(lends), none)
  assert.match(told({ ...lends, KONTOR_BLOBS_OLD: at('https://s3.example.eu') }), none)
  for (const address of ['s3://files', at('https://s3.example.eu'), at('http://localhost:9000')])
    assert.is(told({ ...lends, KONTOR_BLOBS: address }), 'taken', address)
  const plain = { ...lends, KONTOR_BLOBS: at('http://s3.example.eu') }
  assert.match(
    told(plain),
    /^KONTOR_DOWNLOADS_STRAIGHT_SECONDS .* plain HTTP\. Name one with https/,
  )
  assert.is(told({ ...plain, KONTOR_INSECURE_HTTP: 'true' }), 'taken')
  assert.is(told({ ...plain, KONTOR_DOWNLOADS_STRAIGHT_SECONDS: '0' }), 'taken')
  for (const seconds of ['true', '-1', '3601', '1.5']) {
    const wrong = {
      ...lends,
      KONTOR_BLOBS: 's3://files',
      KONTOR_DOWNLOADS_STRAIGHT_SECONDS: seconds,
    }
    assert.match(told(wrong), /_SECONDS .*cannot be .*a whole number from 0 to 3600/)
  }
})

test('keys within an address are refused, and shown to nobody', () => {
  const message = told({ KONTOR_BLOBS: 's3://AKIAEXAMPLE:hush-hush@files/a' })
  assert.match(message, /the keys are settings of their own and no part of it/)
  assert.not.match(message, /hush|AKIA/)
  assert.match(message, '"s3://***@files/a"')
})

test('a key or a token that was copied with its line break is refused by name', () => {
  const place = { KONTOR_BLOBS: 's3://files/a' }
  const keys = { KONTOR_S3_ACCESS_KEY: 'AKIAEXAMPLE', KONTOR_S3_SECRET_KEY: 'hush/hush+' }
  assert.is(told({ ...place, ...keys }), 'taken')
  for (const name of Object.keys(keys)) {
    const message = told({ ...place, ...keys, [name]: 'hush\n' })
    assert.match(message, new RegExp(`^${name} .*cannot be \\(secret\\): .*line breaks`))
  }
  const token = told({ KONTOR_SEARCH_NODE_TOKEN: '0f1e2d3c4b5a69788796a5b4c3d2e1f0\n' })
  assert.match(token, /^KONTOR_SEARCH_NODE_TOKEN .*16 to 200 characters without .*line breaks/)
})

test('the keys of AWS are taken together or not at all, and told where they end', () => {
  const aws = { AWS_ACCESS_KEY_ID: 'ASIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'hush/hush+\n' }
  const place = { ...aws, KONTOR_BLOBS: 's3://files/a' }
  const { s3AccessKey, s3SecretKey, notices } = readConfig({ environment: place })
  assert.equal([s3AccessKey, s3SecretKey, notices], ['ASIAEXAMPLE', 'hush/hush+', []])
  assert.match(
    told({ ...place, KONTOR_S3_ACCESS_KEY: 'AKIAEXAMPLE' }),
    /needs KONTOR_S3_ACCESS_KEY and KONTOR_S3_SECRET_KEY/,
  )
  const token = { AWS_SESSION_TOKEN: 'a token' }
  const [notice] = readConfig({ environment: { ...place, ...token } }).notices
  assert.match(notice ?? '', /^AWS_SESSION_TOKEN is not read: .* Give keys that do not end/)
  const own = { KONTOR_S3_ACCESS_KEY: 'AKIAEXAMPLE', KONTOR_S3_SECRET_KEY: 'hush' }
  assert.equal(readConfig({ environment: { ...place, ...token, ...own } }).notices, [])
  assert.equal(readConfig({ environment: { ...aws, ...token } }).notices, [])
})

test('a node is an address that more is written after', () => {
  const nodes = (address: string) =>
    told({ KONTOR_SEARCH_NODES: address, KONTOR_SEARCH_NODE_TOKEN: '0f1e2d3c4b5a6978' })
  assert.is(nodes('http://10.0.0.6:4300/, https://node.example.eu'), 'taken')
  assert.match(nodes('10.0.0.6:4300'), /KONTOR_SEARCH_NODES .*an address like/)
  assert.match(nodes('http://10.0.0.6:4300/?token=a'), /KONTOR_SEARCH_NODES .*without \? and #/)
})

test.run()
