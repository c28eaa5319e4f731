import { InvalidInput } from '../../base/errors.ts'
import type { Lamports } from '../../base/lamports.ts'
import { priceMaxLamports } from './limits.ts'

/** Spec 2.3, Enumerations. */
export const licenseTypes = ['standard', 'commercial', 'exclusive', 'custom'] as const
export const qualities = ['premium', 'standard', 'basic'] as const
export const categories = [
  ...(['code', 'design', 'document', 'audio'] as const),
  ...(['video', 'image', 'dataset', 'other'] as const),
] as const
export type LicenseType = (typeof licenseTypes)[number]
export type Quality = (typeof qualities)[number]
export type Category = (typeof categories)[number]

/** What each licence allows its buyer. (our choice; the interface names the types only) */
export const licenseMeanings: Readonly<Record<LicenseType, string>> = {
  standard: 'Use within one organisation, not for sale.',
  commercial: 'Use in products and services that are sold.',
  exclusive: 'Sold once: afterwards nobody but buyer and owner sees the asset.',
  custom: 'As owner and buyer have agreed elsewhere.',
}

/** What a description says of an asset: by hand, by a language model, or by counting words. */
export type Description = {
  readonly longSummary: string
  readonly tags: readonly string[]
  readonly category: Category
  readonly questions: readonly string[]
  readonly quality: Quality
}

/** Throws InvalidInput in the words of the contract. (spec 7.3) */
export function requireLicenseType(text: string): LicenseType {
  const type = licenseTypes.find((one) => one === text)
  if (type) return type
  throw invalid({ field: 'license_type', message: 'Invalid license type specified' })
}

export function requireCategory(text: string): Category {
  const category = categories.find((one) => one === text)
  if (category) return category
  throw invalid({ field: 'category', message: 'Invalid category specified' })
}

export function requireQuality(text: string): Quality {
  const quality = qualities.find((one) => one === text)
  if (quality) return quality
  throw invalid({ field: 'quality', message: 'Invalid quality level specified' })
}

/** Spec 4.3: above 0. */
export function requirePrice(price: Lamports): Lamports {
  if (price <= 0) throw invalid({ field: 'price', message: 'price must be greater than 0.' })
  if (price > priceMaxLamports)
    throw invalid({ field: 'price', message: 'price must be at most 1000000 SOL.' })
  return price
}

function invalid(problem: { field: string; message: string }): InvalidInput {
  return new InvalidInput({ ...problem, reason: 'invalid_value' })
}
