import { addressRanges } from '../base/address-ranges.ts'
import type { Config } from '../config.ts'
import type { Patience } from '../http/connections/unfinished.ts'
import type { HttpSettings } from '../http/deps.ts'
import { publicFaceOf } from './public-face.ts'

/** How long is waited for callers. */
export function patienceOf(config: Config): Patience {
  return {
    bodyIdleMs: config.bodyIdleSeconds * 1_000,
    bodyMs: config.bodySeconds * 1_000,
    answerIdleMs: config.answerIdleSeconds * 1_000,
    perAddress: config.requestsPerAddress,
    bodiesMax: config.requestsMax,
  }
}

type Facts = Pick<HttpSettings, 'version' | 'baseUrl' | 'checkReplies'>

/** What the doors need of the configuration, and what only the running program knows. */
export function httpSettings(config: Config, facts: Facts): HttpSettings {
  const { searchRatePerMinute, publicSearch } = config
  const { allowedOrigins, acme } = config
  const allowedHosts = [...config.allowedHosts, ...(acme?.domains ?? [])]
  const walletRatesPerMinute = {
    wallet: config.walletRatePerMinute,
    balance: config.balanceRatePerMinute,
    microip: config.microipRatePerMinute,
    assets: config.assetsRatePerMinute,
    licensedSearch: config.licensedSearchRatePerMinute,
  }
  const { loginAttemptsPerAccount, loginAttemptsPerAddress, signupsPerHour } = config
  return {
    trustedProxies: addressRanges(config.trustedProxies),
    searchRatePerMinute,
    publicSearch,
    publicFace: publicFaceOf(config),
    allowedHosts,
    allowedOrigins,
    walletRatesPerMinute,
    requestsMax: config.requestsMax,
    slowRequestMs: config.slowRequestMs,
    loginAttemptsPerAccount,
    loginAttemptsPerAddress,
    console: config.console,
    oauth: config.oauth,
    oauthRegistrationsPerHour: config.oauthRegistrationsPerHour,
    signupsPerHour,
    ...facts,
  }
}
