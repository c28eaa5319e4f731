import { isUtf8 } from 'node:buffer'
import { cleanLine } from '../../base/clean-text.ts'

const packetCharsMax = 1024 * 1024
const textCharsMax = 10_000
/** Of keywords. */
const partsMax = 1_000
/** What people write, by what it is called here; a tag or an attribute. */
const wanted: Readonly<Record<string, string>> = {
  'dc:title': 'Title',
  'dc:description': 'Description',
  'dc:subject': 'Keywords',
  'dc:creator': 'Creator',
  'dc:rights': 'Copyright',
  'photoshop:Headline': 'Headline',
}
const lists = new Set(['Keywords', 'Creator'])
const place = /\bexif:GPS(?:Latitude|Longitude)\b/

export type PictureXmp = { texts: Map<string, string>; isPlaced: boolean }

/**
 * What the XMP of a picture says: programs that write it into a PNG or a WebP have nowhere else to
 * say it. One that is no XML says nothing.
 */
export async function readXmp(packet: string): Promise<PictureXmp> {
  const xml = inUtf8(packet.slice(0, packetCharsMax))
  const isPlaced = place.test(xml)
  // Most pictures have none.
  const { readXml } = await import('../office/xml.ts')
  const found = new Map<string, string[]>()
  let inside: string | undefined
  const add = (name: string) => {
    const all = found.get(name) ?? []
    if (all.length < partsMax) all.push('')
    found.set(name, all)
  }
  try {
    await readXml([xml], {
      open(name, attributes) {
        for (const [attribute, value] of Object.entries(attributes)) {
          if (wanted[attribute]) found.set(wanted[attribute], [value])
        }
        if (wanted[name]) {
          inside = wanted[name]
          add(inside)
        } else if (inside && name === 'rdf:li') add(inside)
      },
      close(name) {
        if (wanted[name]) inside = undefined
      },
      text(text) {
        const all = inside && found.get(inside)
        if (all && (all.at(-1) ?? '').length < textCharsMax) all.push((all.pop() ?? '') + text)
      },
    })
  } catch {
    return { texts: new Map(), isPlaced }
  }
  return {
    texts: new Map(
      found
        .entries()
        .map(said)
        .filter(([, text]) => text !== ''),
    ),
    isPlaced,
  }
}

/** Of a text in several languages the first, which is the usual one. */
function said([name, all]: [string, string[]]): [string, string] {
  const texts = all.map((one) => cleanLine(one)).filter((one) => one !== '')
  return [name, lists.has(name) ? texts.join(', ') : (texts[0] ?? '')]
}

/** It comes as characters of one byte each, or as those that they are. */
function inUtf8(packet: string): string {
  if (/[^\0-\xff]/.test(packet)) return packet
  const bytes = Buffer.from(packet, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : packet
}
