import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import type { Logo, PublicFace } from '../http/public/public-face.ts'

const kinds: Readonly<Record<string, Logo['kind']>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}
const logoMaxBytes = 262_144

/** How the pages for everybody look. Throws ConfigError for a logo that cannot be shown. */
export function publicFaceOf(config: Config): PublicFace {
  const { publicName, publicText, publicColor, publicLogo } = config
  return {
    name: publicName,
    text: publicText,
    color: publicColor,
    logo: publicLogo === undefined ? undefined : logoIn(publicLogo),
    contact: config.publicContact,
    imprint: config.publicImprint,
    privacy: config.publicPrivacy,
    isSignupOpen: config.console && config.signup === 'open',
    hasConsole: config.console,
  }
}

function logoIn(file: string): Logo {
  const kind = kinds[extname(file).toLowerCase()]
  const refused = (why: string) => new ConfigError(`KONTOR_PUBLIC_LOGO (--public-logo): ${why}`)
  if (!kind) throw refused('must be a file that ends in .svg, .png or .webp')
  try {
    const bytes = readFileSync(file)
    if (bytes.byteLength <= logoMaxBytes) return { kind, bytes }
  } catch {
    throw refused(`${file} cannot be read`)
  }
  throw refused(`${file} has more than 256 kB`)
}
