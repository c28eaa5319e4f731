import { UnsupportedType } from '../../../base/errors.ts'
import type { Category } from '../licence.ts'

/** The endings of files that are taken, by category. Programs to run are not among them. */
const endings: Readonly<Record<Exclude<Category, 'other'>, string>> = {
  code:
    'js mjs cjs ts tsx jsx py rb go rs java kt kts scala c h cc cpp hpp cs php swift m lua r jl ' +
    'sh sql ipynb css scss vue svelte dart ex exs erl hs clj',
  design: 'psd ai fig sketch indd eps xd svg',
  document: 'pdf doc docx odt rtf txt md html htm epub ppt pptx odp tex eml pages key',
  audio: 'mp3 wav flac ogg oga opus m4a aac aif aiff',
  video: 'mp4 m4v mov mkv webm avi m2ts',
  image: 'png jpg jpeg gif webp tif tiff bmp heic avif',
  dataset:
    'csv tsv json jsonl ndjson xml yaml yml parquet xls xlsx ods geojson sqlite zip gz tar 7z',
}

const categoryOfEnding = new Map(
  Object.entries(endings).flatMap(([category, list]) =>
    list.split(' ').map((ending) => [ending, category as Category] as const),
  ),
)

/** The ending of a file name in lower case, without the dot; empty where there is none. */
export function endingOf(filename: string): string {
  return /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
}

/** Throws UnsupportedType in the words of the contract. (spec 7.3) */
export function requireFileKind(filename: string): Category {
  const category = categoryOfEnding.get(endingOf(filename))
  if (category) return category
  throw new UnsupportedType('Unsupported file type')
}

/** The category of an asset that came in another way: by its name, else by its type. */
export function categoryOf(file: { filename: string; contentType: string }): Category {
  const known = categoryOfEnding.get(endingOf(file.filename))
  if (known) return known
  const [type = ''] = file.contentType.toLowerCase().split('/')
  if (type === 'audio' || type === 'video' || type === 'image') return type
  return type === 'text' || /pdf|document/.test(file.contentType) ? 'document' : 'other'
}
