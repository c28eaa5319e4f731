import { secretsFrom } from '../../src/base/secrets.ts'

/** Keys of a master key that everybody knows. */
export const testSecrets = secretsFrom(Buffer.alloc(32, 7))
