import { inflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import * as assert from 'uvu/assert'
import type { PageWords } from '../../src/domain/ingest/ports.ts'
import { pictureOf } from './picture.ts'

/** As many words as a page needs whose lines may lean, and no more: each letter takes its time. */
const scannedLines = [
  'The harbour master counts forty barrels of wax from Novgorod.',
  'A clerk weighs each of them once more before the gates close.',
]
export const scannedText = scannedLines.join(' ')

const skippers = ['Albrecht', 'Bertram', 'Clement', 'Dietrich', 'Eberhard', 'Gottfried', 'Heinrich']
const towns = ['Bergen', 'Bruges', 'Danzig', 'London', 'Novgorod']
const goods = ['barrels of herring', 'bales of cloth', 'sacks of pepper', 'bundles of furs']

/** Fills more than one column; every place in it can be told from every other. */
export const columnText = Array.from({ length: 16 }, (_, i) => {
  const count = 23 * (i + 2)
  const from = `${skippers[i % skippers.length]} from ${towns[i % towns.length]}`
  return `After dinner ${from} brought in ${count} ${goods[i % goods.length]} for the city.`
}).join(' ')

/** A whole sheet with the scanned text. */
export const scannedSheet = await pictureOf(scannedLines.join('\n'))
export const pageSize = { width: 1_150, height: 150 }

/** The part of a sheet with writing, as someone would cut it out. */
export function cutOut(sheet: Buffer): Promise<Buffer> {
  return sharp(sheet)
    .extract({ left: 100, top: 150, ...pageSize })
    .toBuffer()
}

type Box = [word: string, left: number, top: number, width: number, height: number]

/** What the words of a page say when they are unpacked. */
export function unpackedWords(words: PageWords | undefined) {
  if (!words) throw new Error('There are no words.')
  const boxes: Box[] = JSON.parse(`${inflateRawSync(Buffer.from(words.words, 'base64'))}`)
  return { size: { width: words.width, height: words.height }, boxes }
}

/** The middle of a word, from the left and the top. */
export function middleOf(words: PageWords | undefined, wanted: string): [x: number, y: number] {
  const box = unpackedWords(words).boxes.find(([word]) => word === wanted)
  if (!box) throw new Error(`${wanted} is not there.`)
  const [, left, top, width, height] = box
  return [left + width / 2, top + height / 2]
}

/** Both in dots. */
export function assertNear(place: readonly number[], [x, y]: readonly [number, number]): void {
  const away = Math.hypot((place[0] ?? 0) - x, (place[1] ?? 0) - y)
  assert.ok(away <= 8, `${place} is ${away} dots from ${x},${y}`)
}
