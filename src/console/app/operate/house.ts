import type { Screen } from '../screen.ts'

/** The house: tenants, people, money and what is kept of all of it. */
export const houseScreens: readonly Screen[] = []
