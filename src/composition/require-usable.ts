import { openKey } from '../adapters/chain-solana/key.ts'
import { type PairFiles, PemRefused, readAuthorities, readPair } from '../base/pem-files.ts'
import { environmentName } from '../config/names.ts'
import { type Config, ConfigError, type SettingName } from '../config.ts'
import { mediaModelsIn, ocrFilesIn } from './file-readers.ts'
import { embeddingSource } from './search-engine.ts'
import { underName } from './under-name.ts'

/**
 * What settings of a server name is there and can be used: looked at before anything is begun.
 * Throws ConfigError with the setting's name.
 */
export function requireUsable(config: Config): void {
  requirePapers(config)
  requireAuthorities(config, 'smtpCaFile')
  mediaModelsIn(config)
  ocrFilesIn(config)
  embeddingSource(config)
  if (config.chain === 'solana') requireChainKey(config)
}

/** The same of what is shown to whoever connects, and to search nodes. */
export function requirePapers(config: Config): void {
  requirePair(config, { cert: 'tlsCertFile', key: 'tlsKeyFile' })
  requirePair(config, { cert: 'searchNodeCertFile', key: 'searchNodeKeyFile' })
  requireAuthorities(config, 'searchNodeCaFile')
}

function requireChainKey({ solanaKey: key, solanaKeyFile: keyFile }: Config): void {
  const name = key === undefined ? 'solanaKeyFile' : 'solanaKey'
  underName(name, () => openKey({ key, keyFile }))
}

type PairNames = { cert: SettingName; key: SettingName }

function requirePair(config: Config, names: PairNames): void {
  const files = { certFile: config[names.cert], keyFile: config[names.key] } as Partial<PairFiles>
  const { certFile, keyFile } = files
  if (certFile === undefined || keyFile === undefined) return
  named(names, () => readPair({ certFile, keyFile }))
}

function requireAuthorities(config: Config, name: 'smtpCaFile' | 'searchNodeCaFile'): void {
  const { [name]: file } = config
  if (file !== undefined) named({ ca: name }, () => readAuthorities(file))
}

function named(names: Partial<Record<PemRefused['part'], SettingName>>, read: () => unknown): void {
  try {
    read()
  } catch (error) {
    const name = error instanceof PemRefused ? names[error.part] : undefined
    if (name === undefined) throw error
    throw new ConfigError(`${environmentName(name)} ${(error as Error).message}`)
  }
}
