/** What runs from kept code may import: Node says each time that the way to do so is new. */
export const quiet = '--disable-warning=ExperimentalWarning'

/**
 * What tests start the compiled program with; other flags would be other compiled code. So much
 * room, in MB, for what is young: else a sixth of a start is collecting garbage.
 */
export const startFlags = ['--min-semi-space-size=16', '--no-concurrent-sparkplug', quiet] as const
