import { type Manual, readManual } from '../../base/assets.ts'

let manual: Promise<Manual> | undefined

/** Read at the first request: most servers never show it. */
export function openManual(): Promise<Manual> {
  manual ??= readManual()
  return manual
}
