import { Conflict, InvalidInput } from '../base/errors.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Rooms } from '../domain/rooms.ts'

type Given = Pick<Config, 'adminEmail' | 'adminPassword' | 'adminPasswordFile' | 'origins'>

/** The first administrator, if the settings name one. Throws ConfigError for one that cannot be. */
export async function seedAdmin(
  { seedPlatformAdmin }: Pick<Rooms['identity'], 'seedPlatformAdmin'>,
  given: Given,
): Promise<void> {
  const { adminEmail: email, adminPassword: password } = given
  if (email === undefined || password === undefined) return
  try {
    await seedPlatformAdmin({ email, password })
  } catch (error) {
    if (!(error instanceof InvalidInput) && !(error instanceof Conflict)) throw error
    const isPassword = error instanceof InvalidInput && error.field === 'password'
    throw new ConfigError(
      `${isPassword ? passwordName(given) : 'KONTOR_ADMIN_EMAIL'}: ${error.message}`,
    )
  }
}

function passwordName({ adminPasswordFile, origins }: Given): string {
  const isInFile = adminPasswordFile !== undefined && origins.adminPassword === 'default'
  return isInFile ? 'KONTOR_ADMIN_PASSWORD_FILE' : 'KONTOR_ADMIN_PASSWORD'
}
