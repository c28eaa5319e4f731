// Files that cannot be read: the reviewer is warned, and after approval they end as `failed` with
// the reason, never as a job that hangs.
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makeBombPdf, makeCorruptPdf, makePdf } from '../support/make-pdf.ts'
import { approve, type Market, openMarket, stage, type Upload, until } from '../support/market.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { shared } from '../support/shared.ts'

type Case = {
  title: string
  bytes: () => Buffer | Promise<Buffer>
  contentType: string
  error: string
  /** What the reviewer is told, where it is not just the error. */
  warnings?: string[]
}

const pdf = 'application/pdf'
const page = 'The boiler in the cellar is in good order.'
const noArchive =
  'Files of the type application/gzip cannot be indexed here. ' +
  'An archive is not opened: upload the files in it one by one.'

const cases: Case[] = [
  {
    title: 'a PDF that needs a password',
    bytes: () => makePdf({ pages: [page], userPassword: 'secret' }),
    contentType: pdf,
    error: 'encrypted: The file is protected with a password. Upload it without one.',
  },
  {
    title: 'a corrupt PDF',
    bytes: makeCorruptPdf,
    contentType: pdf,
    error: 'corrupt: The file is damaged and cannot be read.',
  },
  {
    title: 'a PDF of scanned pages',
    bytes: () => makePdf({ pages: ['', ''] }),
    contentType: pdf,
    error: 'empty: The pages carry no text, and none could be recognised in them as pictures.',
    warnings: ['There is no text layer on the first 2 of 2 pages: probably a scan.'],
  },
  {
    title: 'a PDF that unfolds to more than there is memory for',
    bytes: () => makeBombPdf(900),
    contentType: pdf,
    error: 'memory: Reading the file took too much memory.',
  },
  {
    title: 'bytes of nothing in particular, called a PDF',
    bytes: () => Buffer.alloc(5000, 0x8e),
    contentType: pdf,
    error: 'corrupt: The file is damaged and cannot be read.',
  },
  {
    title: 'a compressed file, called a text',
    bytes: () => gzipSync(Buffer.from(page)),
    contentType: 'text/plain',
    error: `unsupported_type: ${noArchive}`,
    warnings: [
      'The file was declared as text/plain but looks like application/gzip.',
      `unsupported_type: ${noArchive}`,
    ],
  },
  {
    title: 'a program, called a text',
    bytes: () => Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(4000)]),
    contentType: 'text/plain',
    error: 'unsupported_type: Files of the type application/x-elf cannot be indexed here.',
    warnings: [
      'The file was declared as text/plain but looks like application/x-elf.',
      'unsupported_type: Files of the type application/x-elf cannot be indexed here.',
    ],
  },
  {
    title: 'white space',
    bytes: () => Buffer.from(' \n\t\n '),
    contentType: 'text/plain',
    error: 'empty: The file has no text in it.',
    warnings: ['There is no text in this file.'],
  },
  {
    title: 'broken JSON',
    bytes: () => Buffer.from('{"boiler": [1, 2'),
    contentType: 'application/json',
    error:
      'corrupt: The file is damaged and cannot be read (not valid JSON at position 16 ' +
      '(line 1 column 17)).',
  },
  {
    title: 'JSON without end of depth',
    bytes: () => Buffer.from(`${'['.repeat(100_000)}1${']'.repeat(100_000)}`),
    contentType: 'application/json',
    error: 'corrupt: The file is damaged and cannot be read (nested too deeply).',
  },
  {
    title: 'a page without text',
    bytes: () => Buffer.from('<html><script>alert("boiler")</script></html>'),
    contentType: 'text/html',
    error: 'empty: The file has no text in it.',
    warnings: ['There is no text in this file.'],
  },
  {
    title: 'a type that is not known',
    bytes: () => Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 7) % 256)),
    contentType: 'application/x-unheard-of',
    error: 'unsupported_type: The type of the file was not recognised, so it cannot be indexed.',
  },
]

const { fact } = shared(async () => {
  const app = await openTestApp({ config: { extractMemoryMb: 300 } })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  return Object.assign(app, { market, providersKey: await app.key(market.provider) })
})

for (const { title, bytes, contentType, error, warnings = [error] } of cases) {
  fact(`${title} ends as failed with the reason`, async (app) => {
    const { market } = app
    const upload = await stage(market, { filename: 'file', contentType, bytes: await bytes() })
    await app.settleJobs()
    const inspected = await inspection(market, upload)
    await approve(market, upload)
    await app.settleJobs()
    const object = await failed(market, upload)
    const { queued, running } = await app.rooms.outbox.countOpen()
    assert.equal({ queued, running }, { queued: 0, running: 0 }, 'no job is open')
    const { body: listed } = await app.call('GET', '/assets?limit=100', { as: app.providersKey })
    const ours = listed.assets.filter(
      (one: { asset_id: string }) => one.asset_id === upload.objectId,
    )
    const { body: found } = await app.call('GET', '/search?q=boiler', { as: market.key })
    assert.equal(
      {
        error: object.error,
        warnings: inspected.warnings,
        assets: ours.map((asset: { status: string }) => asset.status),
        hits: found.total,
      },
      { error, warnings, assets: ['failed'], hits: 0 },
    )
  })
}

fact('a broken file does not hold up the next', async ({ call, market }) => {
  const broken = await stage(market, { contentType: pdf, bytes: await makeCorruptPdf() })
  // Of a word that nobody else has.
  const good = await stage(market, { bytes: Buffer.from('The heron sits on the quay.') })
  await approve(market, broken)
  await approve(market, good)
  await failed(market, broken)
  await until('the good one is found', async () => {
    const { body } = await call('GET', '/search?q=heron', { as: market.key })
    return body.total === 1 || undefined
  })
})

async function inspection({ call, operator, provider }: Market, { objectId }: Upload) {
  const path = `/v1/admin/review/objects/${provider.tenantId}/${objectId}`
  return until('the inspection is done', async () => {
    const { body } = await call('GET', path, { as: operator.token })
    return body.data.inspection === 'done' ? body.data : undefined
  })
}

async function failed({ call, provider }: Market, { objectId }: Upload) {
  return until('the object has failed', async () => {
    const { body } = await call('GET', `/v1/objects/${objectId}`, { as: provider.token })
    return body.data.index_state === 'failed' ? body.data : undefined
  })
}

test.run()
