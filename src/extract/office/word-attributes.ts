import type { Attributes } from './xml.ts'

/** Whether a property that stands there is not meant. */
export function isOff(attributes: Attributes): boolean {
  return ['0', 'false', 'off'].includes(attributes['w:val'] ?? '')
}
