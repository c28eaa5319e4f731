// The catalogue as data portals take it: both forms say the same, and what DCAT-AP 3 demands.
import jsonld from 'jsonld'
import { Parser, Store } from 'n3'
import Validator from 'rdf-validate-shacl'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestShop } from '../../support/open-test-shop.ts'
import { shared } from '../../support/shared.ts'

/**
 * What the profile makes mandatory, with the classes of what stands there (DCAT-AP 3.0, "Quick
 * reference of classes and properties"), in our own words: its published shapes agree.
 */
const shapes = `
@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix dcat: <http://www.w3.org/ns/dcat#> .
@prefix dct: <http://purl.org/dc/terms/> . @prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix vcard: <http://www.w3.org/2006/vcard/ns#> .
[] a sh:NodeShape ; sh:targetClass dcat:Catalog ;
  sh:property [ sh:path dct:title ; sh:minCount 1 ; sh:nodeKind sh:Literal ] ,
    [ sh:path dct:description ; sh:minCount 1 ; sh:nodeKind sh:Literal ] ,
    [ sh:path dct:publisher ; sh:minCount 1 ; sh:maxCount 1 ; sh:class foaf:Agent ] ,
    [ sh:path foaf:homepage ; sh:maxCount 1 ; sh:class foaf:Document ] ,
    [ sh:path dct:modified ; sh:maxCount 1 ; sh:datatype xsd:dateTime ] ,
    [ sh:path dcat:dataset ; sh:class dcat:Dataset ; sh:nodeKind sh:IRI ] ,
    [ sh:path dcat:service ; sh:class dcat:DataService ] .
[] a sh:NodeShape ; sh:targetClass dcat:Dataset ;
  sh:property [ sh:path dct:title ; sh:minCount 1 ; sh:nodeKind sh:Literal ] ,
    [ sh:path dct:description ; sh:minCount 1 ; sh:nodeKind sh:Literal ] ,
    [ sh:path dct:publisher ; sh:maxCount 1 ; sh:class foaf:Agent ] ,
    [ sh:path dct:accessRights ; sh:maxCount 1 ; sh:class dct:RightsStatement ] ,
    [ sh:path dct:language ; sh:class dct:LinguisticSystem ] ,
    [ sh:path dcat:contactPoint ; sh:class vcard:Kind ] ,
    [ sh:path dcat:landingPage ; sh:class foaf:Document ] ,
    [ sh:path dct:issued ; sh:maxCount 1 ; sh:datatype xsd:dateTime ] ,
    [ sh:path dcat:distribution ; sh:minCount 1 ; sh:class dcat:Distribution ] .
[] a sh:NodeShape ; sh:targetClass dcat:Distribution ;
  sh:property [ sh:path dcat:accessURL ; sh:minCount 1 ; sh:nodeKind sh:IRI ] ,
    [ sh:path dcat:accessService ; sh:class dcat:DataService ] ,
    [ sh:path dct:license ; sh:maxCount 1 ; sh:nodeKind sh:IRI ; sh:class dct:LicenseDocument ] ,
    [ sh:path dct:rights ; sh:maxCount 1 ; sh:class dct:RightsStatement ] ,
    [ sh:path dcat:byteSize ; sh:maxCount 1 ; sh:datatype xsd:nonNegativeInteger ] .
[] a sh:NodeShape ; sh:targetClass dcat:DataService ;
  sh:property [ sh:path dct:title ; sh:minCount 1 ] ,
    [ sh:path dcat:endpointURL ; sh:minCount 1 ; sh:nodeKind sh:IRI ] .
[] a sh:NodeShape ; sh:targetClass foaf:Agent ;
  sh:property [ sh:path foaf:name ; sh:minCount 1 ; sh:nodeKind sh:Literal ] .
`

const odd = 'Lines\nof "two" \\ kinds\t<and> ünïcode 😀'

const face = shared(async () => {
  const config = { publicSearch: true, publicName: odd, publicContact: 'desk@herons.eu' }
  const shop = await openTestShop({ config })
  await shop.shelve(await shop.offer({ filename: 'herons.pdf' }), ['The heron stands.'])
  const name = odd.replaceAll("'", "''")
  shop.sql(`UPDATE dataset SET monetization_mode = 'open', name = '${name}',
    license = 'https://creativecommons.org/licenses/by/4.0/', tags = '["birds","wet land"]'`)
  shop.sql("UPDATE object SET lang = 'de'")
  return shop
})

type Shop = Awaited<ReturnType<typeof openTestShop>>

async function turtleIn({ call }: Pick<Shop, 'call'>, path = '/catalog.ttl'): Promise<Store> {
  const { status, bytes, headers } = await call('GET', path)
  assert.is(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/turtle/)
  return new Store(new Parser().parse(bytes.toString('utf8')))
}

face.fact('the catalogue has what DCAT-AP demands', async (shop) => {
  const validator = new Validator(new Store(new Parser().parse(shapes)))
  const report = await validator.validate(await turtleIn(shop))
  const said = report.results.map(({ focusNode, path, message }) => [
    focusNode?.value,
    path,
    message.map(({ value }) => value),
  ])
  assert.equal(said, [])
})

face.fact('Turtle and JSON-LD say the same, and any name comes through', async (shop) => {
  const store = await turtleIn(shop)
  const { body, headers } = await shop.call('GET', '/catalog.jsonld')
  assert.match(headers.get('content-type') ?? '', /^application\/ld\+json/)
  const document = typeof body === 'string' ? JSON.parse(body) : body
  const documentLoader = () => Promise.reject(new Error('nothing is loaded'))
  const form = { format: 'application/n-quads', documentLoader }
  const fromJson = await toQuads(document, form)
  const quads = store.getQuads(null, null, null, null)
  const own = new Set(
    quads.map(({ subject, predicate, object }) => said(subject, predicate, object)),
  )
  const theirs = new Store(new Parser({ format: 'N-Quads' }).parse(fromJson))
  const other = theirs.getQuads(null, null, null, null)
  const different = other
    .map(({ subject, predicate, object }) => said(subject, predicate, object))
    .filter((one) => !own.has(one) && !/catalog\.(ttl|jsonld)\?page/.test(one))
  assert.equal(different, [])
  assert.is(other.length, quads.length)
  const [license] = store.getObjects(null, 'http://purl.org/dc/terms/license', null)
  assert.is(license?.value, 'https://creativecommons.org/licenses/by/4.0/')
  const title = store.getObjects(null, 'http://purl.org/dc/terms/title', null)
  assert.ok(title.some(({ value }) => value === odd))
})

/** Its types know nothing of the promise that comes without a callback. */
const toQuads = jsonld.toRDF as unknown as (document: object, form: object) => Promise<string>

/** The nameless are all one: what is said of them tells them apart well enough. */
function said(...terms: { termType: string; value: string }[]): string {
  return terms.map(({ termType, value }) => (termType === 'BlankNode' ? '_' : value)).join(' ')
}

face.fact('a harvester gets to the end by the pages', async (shop) => {
  const columns = shop.store.raw.pragma('table_info(dataset)') as { name: string }[]
  const names = columns.map(({ name }) => name).filter((name) => name !== 'dataset_no')
  const id = shop.datasetId
  for (let i = 0; i < 120; i++) {
    const values = names.map((name) =>
      name === 'dataset_id' ? `'${id.slice(0, -3)}${100 + i}'` : name,
    )
    shop.sql(`INSERT INTO dataset (${names.join(', ')})
      SELECT ${values.join(', ')} FROM dataset WHERE dataset_id = '${id}'`)
  }
  const seen = new Set<string>()
  const ns = 'http://www.w3.org/ns/hydra/core#next'
  let path: string | undefined = '/catalog.ttl'
  let pages = 0
  for (; path !== undefined; pages++) {
    const store: Store = await turtleIn(shop, path)
    for (const one of store.getObjects(null, 'http://www.w3.org/ns/dcat#dataset', null)) {
      seen.add(one.value)
    }
    const next = store.getObjects(null, ns, null)[0]?.value
    path = next?.slice(next.indexOf('/catalog'))
  }
  assert.equal([pages, seen.size], [2, 121])
})

test.run()
