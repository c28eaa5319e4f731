/**
 * Mutants that nobody could notice, by their names (`scripts/mutants --list`), each with why. One
 * that there is no longer fails the tests.
 */
export const equals: Record<string, string> = {}
