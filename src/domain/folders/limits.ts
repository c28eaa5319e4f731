/** Of one import from a page: what it found is kept in memory. */
export const filesMax = 250_000
/** Reports that are kept of each tenant, by number and by files: the last one in any case. */
export const reportsOfTenantMax = 20
export const reportFilesOfTenantMax = 500_000
/** Files of a report that are written in one transaction. */
export const reportSliceFiles = 1_000
/** Whoever runs the platform is shown so many of all tenants. */
export const reportsShownMax = 100
/** Imports that are remembered, for each tenant and in all; what runs is not forgotten. */
export const keptOfTenantMax = 4
export const keptMax = 16
/** That run at once: they take turns. */
export const openOfTenantMax = 2
export const openMax = 8
/** One of them goes on for so long, then it is another one's turn. */
export const turnMs = 500
/** What takes longer, for a disk or a store that hangs, is left to itself: others go on. */
export const turnPatienceMs = 5_000
export const turnsAtOnceMax = 4
/** The end of the server waits for it so long. */
export const turnGraceMs = 5_000
/** Until an import looks whether files can be written again: twice as long each time. */
export const awayFirstMs = 5_000
export const awayMostMs = 60_000
export const filesAtOnce = 4
export const watchesOfTenantMax = 20
export const watchEverySeconds = { min: 5, max: 86_400, usual: 30 } as const
/** Of one look at a watched folder: the next one takes the rest. */
export const pathsOfLookMax = 500
/** Until what failed in a watched folder is tried again: twice as long each time, up to an hour. */
export const retryFirstMs = 30_000
export const retryMostMs = 3_600_000
/** What went wrong lately with a folder that is watched. */
export const troublesMax = 20
export const pathMaxLength = 2_000
/** Folders of one page. */
export const foldersPageMax = 200
