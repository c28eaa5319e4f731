const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds

/**
 * Our choice. Ten failures (the default of `loginAttemptsPerAccount`) in a quarter of an hour are
 * 960 guesses a day of one address at one password: hopeless against twelve characters that are not
 * on the list of the commonest, and nobody who mistypes waits for long.
 */
export const loginWindowSeconds = 15 * minuteSeconds
/**
 * Log-ins at a provider that an address may begin, for each failure of a password that it may have:
 * a whole office comes from one address in the morning, and a beginning proves nothing.
 */
export const signInsPerLogin = 10
/** What a stranger waits whose attempt is one more than that at an account, by all addresses. */
export const firstLoginDelayMs = 250
/** It doubles with each further failure up to this: the owner, too, may be at a new device. */
export const slowestLoginMs = 4_000
/**
 * Our choice: a signup makes a tenant, may come with credits, and costs a slow hash. So many wrong
 * codes of letters, and letters for a password that is lost, have a window each of their own.
 */
export const signupWindowSeconds = hourSeconds
