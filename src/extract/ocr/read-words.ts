import { evenLight } from './even-light.ts'
import type { OcrEngine } from './ocr-engine.ts'
import type { Quarters } from './word-boxes.ts'
import { confidenceOf, readWordTable, type WordTable } from './word-table.ts'

/** What can be read in a picture that was turned and set straight in this way. */
export type Reading = {
  text: string
  table: WordTable
  /** Percent. */
  confidence: number
  quarters: Quarters
  angle: number
}

/**
 * Tesseract's PSM_AUTO tells columns, paragraphs and drawings apart, but may take a page that leans
 * for a drawing. PSM_SINGLE_BLOCK reads across columns, and finds how far lines lean.
 */
const modes = { page: 3, block: 6 } as const
/** EXIF's number for a picture that is shown after so many quarter turns. */
const exifOf = { 0: 1, 1: 6, 2: 3, 3: 8 } as const
/** In radians; what leans less is read as well. */
const angleMin = 0.005
const fewWords = 20
/** A word of so many letters is longer than it is high. */
const longChars = 3
/** Percent: upside down a page gives words, of which it is not sure. */
const sureFrom = 70
const betterBy = 15
const sidewaysShare = 0.9
/** With fewer words nobody knows which way is up. */
const turnWordsMin = 4
/** Handwriting gives doubtful words whichever way it is turned: after so many pages it is known. */
const vainMax = 2

/**
 * Reads the pages of one document: each set straight, and the other way up where that is better.
 * The pages of a document mostly lie alike, so each is looked at first as the last one was.
 * `turn` is called before each look, because each takes seconds.
 */
export function openWordReader({ module, api }: OcrEngine, turn: () => void) {
  let usual: Quarters = 0
  let vain = 0

  /**
   * How far its lines seem to go down to the right, in radians; undefined for what cannot be
   * opened. Where there are no lines it is what it was for an earlier page.
   */
  function leanOf(quarters: Quarters): number | undefined {
    api.SetPageSegMode(modes.block)
    if (api.SetImageFile(exifOf[quarters], 0) !== 0) return undefined
    const angle = api.FindLines() === 0 ? Math.atan(api.GetGradient()) : 0
    return Math.abs(angle) < angleMin ? 0 : angle
  }

  function readAt(quarters: Quarters, angle: number): Reading {
    api.SetPageSegMode(modes.page)
    api.SetImageFile(exifOf[quarters], angle)
    api.Recognize(null)
    const table = readWordTable(api.GetTSVText(0))
    return { text: api.GetUTF8Text(), table, confidence: confidenceOf(table), quarters, angle }
  }

  function look(quarters: Quarters): Reading | undefined {
    turn()
    const angle = leanOf(quarters)
    if (angle === undefined) return undefined
    const reading = readAt(quarters, angle)
    if (angle === 0 || reading.table.words.length >= fewWords) return reading
    // Lines from top to bottom seem to lean, too.
    return better(reading, readAt(quarters, 0))
  }

  return (image: Uint8Array): Reading | undefined => {
    module.FS.writeFile('/input', evenLight(image))
    const first = look(usual)
    if (!first || vain === vainMax) return first
    const ways = otherWays(first)
    for (const quarters of ways) {
      const other = look(quarters)
      if (!other || !isBetter(other, first)) continue
      vain = 0
      usual = quarters
      return other
    }
    if (ways.length > 0) vain++
    return first
  }
}

/** How else a page may lie, the likeliest way first; none for one that can be read as it is. */
function otherWays(reading: Reading): Quarters[] {
  const isSure = reading.table.words.length < turnWordsMin || reading.confidence >= sureFrom
  const isSideways = isOnItsSide(reading)
  if (isSure) return isSideways ? [turned(reading, 3)] : []
  return (isSideways ? [1, 3] : [2, 1, 3]).map((by) => turned(reading, by))
}

function turned({ quarters }: Reading, by: number): Quarters {
  return ((quarters + by) % 4) as Quarters
}

/** Lines from top to bottom, which Tesseract makes out in one of the two directions. */
function isOnItsSide({ table }: Reading): boolean {
  const long = table.words.filter(({ word }) => word.length >= longChars)
  return 2 * long.filter(({ width, height }) => height > width).length > long.length
}

function better(one: Reading, other: Reading): Reading {
  return gain(other) > gain(one) ? other : one
}

/** Many words, of which it is sure. */
function gain({ table, confidence }: Reading): number {
  return table.words.length * confidence
}

/** Lines from top to bottom are read by luck: the same words in lines are worth as much. */
function isBetter(other: Reading, first: Reading): boolean {
  if (isOnItsSide(other)) return false
  if (first.confidence >= sureFrom) return gain(other) >= gain(first) * sidewaysShare
  const words = other.table.words.length
  return other.confidence >= first.confidence + betterBy && 2 * words >= first.table.words.length
}
