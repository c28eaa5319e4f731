/** Days that a report covers when nothing else is asked for (our choice). */
export const reportDaysDefault = 30
/** Days that one report covers at most: one row each. */
export const reportDaysMax = 366

export const topKeywordsMax = 20
/**
 * A word is named to a provider only when so many other tenants searched with it: what one buyer
 * alone looks for may say who it is.
 */
export const keywordTenantsMin = 3
/** The latest searches that keywords are counted from: reading more would hold up the writer. */
export const keywordSearchesMax = 2_500

/** Datasets that a report of earnings tells one by one: those that brought most. (our choice) */
export const earningsDatasetsMax = 1_000
/** Downloads that a simulation of prices is made of: the latest. (our choice) */
export const simulatedDownloadsMax = 5_000

/** Datasets and keys that a summary of spend tells one by one: the dearest. (our choice) */
export const spendGroupsMax = 1_000
