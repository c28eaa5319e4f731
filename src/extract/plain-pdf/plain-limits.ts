/** What the reader of plain files takes on; beyond it a file or a page is for the engine. */
export const sectionsMax = 32
export const objectsMax = 1_000_000
export const depthMax = 32
/** Of one stream, and of all that are read of a file. */
export const inflatedMaxBytes = 32 * 1024 * 1024
export const inflatedTotalMaxBytes = 512 * 1024 * 1024
export const pagesMax = 20_000
export const objectsOfPageMax = 200_000
export const unitsOfPageMax = 1_000_000
/** The engine cuts off longer strings. */
export const stringMaxBytes = 32_000
