import { SolanaKeyRefused } from '../adapters/chain-solana/key.ts'
import { ModelRefused } from '../base/model-refused.ts'
import { environmentName } from '../config/names.ts'
import { ConfigError, type SettingName } from '../config.ts'

/** What a setting leads to is refused by the setting's name. Throws ConfigError. */
export function underName<T>(name: SettingName, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof ModelRefused) && !(error instanceof SolanaKeyRefused)) throw error
    throw new ConfigError(`${environmentName(name)}: ${error.message}`)
  }
}
