// Where an engine of others is: what can be read, and what lacks something.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type ConfigError, readConfig } from '../../src/config.ts'

function place(engine: string, flags: Record<string, unknown> = {}) {
  try {
    return readConfig({ flags: { engine, ...flags } }).enginePlace ?? 'none'
  } catch (error) {
    return (error as ConfigError).message
  }
}

const packages = { enginePackages: '/opt/lancedb' }
const keys = { s3AccessKey: 'key', s3SecretKey: 'secret' }

const told = (engine: string, flags = {}) => String(place(engine, flags))

test('a folder, a bucket and an address are read', () => {
  const where = { folder: '/var/lib/lance' }
  assert.equal(place('lancedb:///var/lib/lance', packages), {
    kind: 'lancedb',
    where,
    packages: '/opt/lancedb',
  })
  const bucket = place('lancedb+s3://bucket/near?endpoint=http://s3:9000&path_style=true', {
    ...packages,
    ...keys,
  }) as unknown as { where: Record<string, unknown> }
  const { bucket: name, prefix, endpoint, accessKey, pathStyle } = bucket.where
  assert.equal([name, prefix, endpoint], ['bucket', 'near/', 'http://s3:9000'])
  assert.equal([accessKey, pathStyle], ['key', true])
  assert.equal(place('opensearch+https://search:9200/', { engineLogin: 'kontor:secret' }), {
    kind: 'opensearch',
    url: 'https://search:9200',
    login: 'kontor:secret',
  })
})

test('what is no place of an engine, or lacks something, is refused by name', () => {
  const wrongs = ['lancedb://folder', 'lancedb+s3://', 'opensearch://search', 'elastic+http://a']
  wrongs.push('opensearch+http://name:password@search:9200', 'opensearch+http://search:9200/path')
  for (const wrong of wrongs) assert.match(told(wrong, packages), /KONTOR_ENGINE/, wrong)
  assert.match(told('lancedb:///var/lib/lance'), /needs KONTOR_ENGINE_PACKAGES/)
  assert.match(told('lancedb+s3://bucket/near', packages), /KONTOR_S3_ACCESS_KEY/)
  const nodes = { searchNodes: ['http://node:4300'], searchNodeToken: '0123456789abcdef' }
  assert.match(told('opensearch+http://search:9200', nodes), /not used together/)
})

test.run()
