import { environmentName } from '../config/names.ts'
import { ConfigError, type SettingName } from '../config.ts'

const refusals = new Set(['LanguagesRefused', 'ModelRefused', 'SolanaKeyRefused'])

/** What a setting leads to is refused by the setting's name. Throws ConfigError. */
export function underName<T>(name: SettingName, open: () => T): T {
  try {
    return open()
  } catch (error) {
    const { name: kind, message } = error as Error
    if (!refusals.has(kind)) throw error
    throw new ConfigError(`${environmentName(name)}: ${message}`)
  }
}
