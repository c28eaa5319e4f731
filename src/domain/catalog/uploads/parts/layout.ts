import type { UploadLimits } from '../../limits.ts'

/** Where a part lies in its file. */
export type PartPlace = { partNumber: number; offsetBytes: number; sizeBytes: number }

type Layout = { sizeBytes: number; partSizeBytes: number | null }

/**
 * The size of all parts but the last, or null for a file that comes in one piece. As many parts as
 * possible, for a lost one costs its size; none is below the minimum, the last one included, which
 * is not larger than the others either. (spec 4.2: above 64 MiB, parts of at least 8 MiB)
 */
export function partSizeFor(sizeBytes: number, limits: UploadLimits): number | null {
  const { multipartAboveBytes, partMinBytes, partsMax } = limits
  if (sizeBytes <= multipartAboveBytes) return null
  let count = Math.max(1, Math.min(partsMax, Math.floor(sizeBytes / partMinBytes)))
  while (count > 1 && lastOf({ sizeBytes, count }) < partMinBytes) count--
  return Math.ceil(sizeBytes / count)
}

/** All parts in order; none for a file that comes in one piece. */
export function partsOf({ sizeBytes, partSizeBytes }: Layout): PartPlace[] {
  if (partSizeBytes === null) return []
  return Array.from({ length: Math.ceil(sizeBytes / partSizeBytes) }, (_, i) => {
    const offsetBytes = i * partSizeBytes
    return {
      partNumber: i + 1,
      offsetBytes,
      sizeBytes: Math.min(partSizeBytes, sizeBytes - offsetBytes),
    }
  })
}

function lastOf({ sizeBytes, count }: { sizeBytes: number; count: number }): number {
  return sizeBytes - (count - 1) * Math.ceil(sizeBytes / count)
}
