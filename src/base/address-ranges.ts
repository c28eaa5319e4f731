import { BlockList, isIP } from 'node:net'

export type AddressRanges = {
  /** Also of an IPv4 address that is written as IPv6; false for what is no address. */
  has(address: string): boolean
}

/** Whether a text is an address, or a range of them such as 10.1.0.0/16. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  const most = family === 4 ? 32 : 128
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
}

export function addressRanges(texts: readonly string[]): AddressRanges {
  const ranges = new BlockList()
  for (const text of texts) {
    const [address = '', bits] = text.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    ranges.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return {
    has(address) {
      const family = isIP(address)
      return family !== 0 && ranges.check(address, family === 4 ? 'ipv4' : 'ipv6')
    },
  }
}
