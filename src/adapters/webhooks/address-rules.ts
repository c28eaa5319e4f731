import { isIP } from 'node:net'
import { addressRanges, isAddressRange } from '../../base/address-ranges.ts'

export type AddressRules = {
  /** Whether the operator listed a host by its name. */
  isListedName(host: string): boolean
  isListed(address: string): boolean
  /** Whether a connection may go there at all. */
  isOpen(address: string): boolean
}

/** What is not of the open Internet (the special-purpose registries of IANA: RFC 6890). */
const closed4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** All else is local, or carries an address of IPv4 to where nobody here can look. */
const global6 = '2000::/3'
/** Of those: Teredo and other protocols, examples, 6to4. */
const closed6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** Which addresses are open to requests that somebody else asks for. */
export function addressRules(allowed: readonly string[]): AddressRules {
  const names = new Set(
    allowed
      .filter((one) => !isAddressRange(one))
      .map((name) => name.toLowerCase().replace(/\.$/, '')),
  )
  const listed = addressRanges(allowed.filter(isAddressRange))
  const isListed = (address: string) => listed.has(address)
  return {
    isListedName: (host) => names.has(host.toLowerCase().replace(/\.$/, '')),
    isListed,
    isOpen: (address) => isListed(address) || isGlobal(address),
  }
}

const closed = addressRanges([...closed4, ...closed6])
const global = addressRanges([global6])

function isGlobal(address: string): boolean {
  const family = isIP(address)
  if (family === 0 || closed.has(address)) return false
  return family === 4 || global.has(address)
}
