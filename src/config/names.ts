/** What a setting and a place are called elsewhere. */
export function environmentName(name: string): string {
  return `KONTOR_${kebab(name).replaceAll('-', '_').toUpperCase()}`
}

export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
}

export function isLoopback(host: string): boolean {
  return /^(localhost|::1|\[::1\])$/.test(host) || /^127(\.\d{1,3}){3}$/.test(host)
}
